public import ReactorFoundation

extension Gateway {
    /// Sends a `GET` to `path`, and decodes the JSON of the response.
    ///
    /// ```swift
    /// nonisolated struct Volume: Decodable, Sendable { var title: String }
    ///
    /// func volume(_ id: Int, of gateway: some Gateway) async throws -> Volume {
    ///     try await gateway.get("/volumes/\(id)", as: Volume.self)
    /// }
    /// ```
    ///
    /// The request is sent once. The response is decoded outside of the caller's actor. A response with an error status, or with a page of HTML, is an error.
    ///
    /// - Parameters:
    ///   - path: The path under the base URL.
    ///   - type: The type to decode.
    ///   - params: The query. nil uses the gateway's default for this method.
    ///   - headers: The header fields. nil uses the gateway's default for this method.
    ///   - decoder: A Foundation decoder, for dates or keys in another format than the type's. It parses the body a
    ///     second time.
    ///   - change: A closure that sets the properties that have no parameter.
    /// - Throws: ``ServiceError``, whose ``ServiceError/kind`` depends on the status and whose description contains the
    ///   member that cannot be decoded. `CancellationError` if the task was cancelled.
    public nonisolated(nonsending) func get<Value: Decodable & Sendable>(
        _ path: String, as type: Value.Type, params: QueryItems? = nil, headers: HeaderFields? = nil,
        decoder: JSONDecoder? = nil, _ change: (inout MutableRequestProperties) -> Void = { _ in }
    ) async throws -> Value {
        let request = properties(defaultRequestProperties.get, path, params, headers, nil, change)
        let call = ServiceCall(
            request: request, operation: "\(request)", requestID: "", retry: .never, isRepeatable: true, deadline: nil,
            trace: CallTrace())
        let answer = try await call.answer(base: baseURL) {
            call.trace.willSend(request)
            return try await CallTrace.$current.withValue(call.trace) { try await submitRequest(request) }
        }
        return try await answer.entity(as: type, decoder: decoder)
    }
}

extension ServiceAnswer {
    /// Decodes outside of the caller's actor: a command of a core that is pinned to the main actor must not decode there.
    @concurrent
    fileprivate func entity<Entity: Decodable & Sendable>(
        as type: Entity.Type, decoder: JSONDecoder?
    ) async throws -> Entity {
        try decoded(as: type, decoder: decoder).value
    }
}
