public import ReactorFoundation

extension Gateway {
    /// Gets what is at `path`, and reads its JSON as a type.
    ///
    /// ```swift
    /// nonisolated struct Volume: Decodable, Sendable { var title: String }
    ///
    /// func volume(_ id: Int, of gateway: some Gateway) async throws -> Volume {
    ///     try await gateway.get("/volumes/\(id)", as: Volume.self)
    /// }
    /// ```
    ///
    /// It is sent once. Only an answer of success is read, and a page of HTML is nobody's answer.
    ///
    /// - Parameters:
    ///   - path: where to, under the base URL.
    ///   - type: what is read.
    ///   - params: the query; nil: the gateway's default for this verb.
    ///   - headers: the header fields; nil: the gateway's default for this verb.
    ///   - decoder: one of the system's, for dates or keys in another form than the type has. It reads the body a second time.
    ///   - change: sets what has no parameter of its own.
    /// - Throws: ``ServiceError``, whose ``ServiceError/kind`` says what the status meant and whose description names the
    ///   member that is not as the type has it; `CancellationError` when the task was cancelled.
    public nonisolated(nonsending) func get<Value: Decodable & Sendable>(
        _ path: String, as type: Value.Type, params: QueryItems? = nil, headers: HeaderFields? = nil,
        decoder: JSONDecoder? = nil, _ change: (inout MutableRequestProperties) -> Void = { _ in }
    ) async throws -> Value {
        let request = properties(defaultRequestProperties.get, path, params, headers, nil, change)
        let call = ServiceCall(
            request: request, operation: "\(request)", requestID: "", retry: .never, isRepeatable: true, deadline: nil,
            trace: CallTrace())
        return try await call.answer {
            call.trace.willSend(request)
            return try await CallTrace.$current.withValue(call.trace) { try await submitRequest(request) }
        }.decoded(as: type, decoder: decoder).value
    }
}
