struct RequestIDPolicy: ServicePolicy {
    let apiVersion: String?
    let userAgent: String?

    func send(_ call: ServiceCall, next: PolicyChain) async throws -> Response {
        var call = call
        call.request.headers[ServiceHeader.requestID] = call.requestID
        if let apiVersion { call.request.headers[ServiceHeader.apiVersion] = apiVersion }
        if let userAgent, !call.request.headers.contains("User-Agent") {
            call.request.headers["User-Agent"] = userAgent
        }
        return try await next.send(call)
    }
}
