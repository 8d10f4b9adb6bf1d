import Reactor

struct LoggingPolicy: ServicePolicy {
    let clock: RuntimeClock
    let logger: ServiceLogger

    func send(_ call: ServiceCall, next: PolicyChain) async throws -> Response {
        let began = clock.now
        logger.log(
            call.entry(.sending(request: "\(call.request)", fields: call.request.headers.fields.map(\.name))))
        do {
            let response = try await next.send(call)
            logger.log(call.entry(.answered(status: response.status, after: clock.now - began)))
            return response
        } catch {
            logger.log(call.entry(.failed(reason: loggable(error), after: clock.now - began)))
            throw error
        }
    }
}

extension ServiceCall {
    func entry(_ event: ServiceLogEntry.Event) -> ServiceLogEntry {
        ServiceLogEntry(operation: operation, requestID: requestID, attempt: attempt, event: event)
    }
}
