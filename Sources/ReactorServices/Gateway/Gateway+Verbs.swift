extension Gateway {
    /// Gets what is at `path`.
    ///
    /// ```swift
    /// func latest(_ gateway: some Gateway) async throws -> Response {
    ///     try await gateway.get("/weights", params: ["limit": 20]) { $0.timeout = .seconds(5) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: where to, under the base URL.
    ///   - params: the query; nil: the gateway's default for this verb.
    ///   - headers: the header fields; nil: the gateway's default for this verb.
    ///   - body: what the request carries; nil: the gateway's default for this verb.
    ///   - change: sets what has no parameter of its own.
    public nonisolated(nonsending) func get(
        _ path: String, params: QueryItems? = nil, headers: HeaderFields? = nil, body: RequestBody? = nil,
        _ change: (inout MutableRequestProperties) -> Void = { _ in }
    ) async throws -> Response {
        try await submit(defaultRequestProperties.get, path, params, headers, body, change)
    }

    /// Posts `body` to `path`. The parameters are those of ``get(_:params:headers:body:_:)``.
    public nonisolated(nonsending) func post(
        _ path: String, params: QueryItems? = nil, headers: HeaderFields? = nil, body: RequestBody? = nil,
        _ change: (inout MutableRequestProperties) -> Void = { _ in }
    ) async throws -> Response {
        try await submit(defaultRequestProperties.post, path, params, headers, body, change)
    }

    /// Puts `body` at `path`. The parameters are those of ``get(_:params:headers:body:_:)``.
    public nonisolated(nonsending) func put(
        _ path: String, params: QueryItems? = nil, headers: HeaderFields? = nil, body: RequestBody? = nil,
        _ change: (inout MutableRequestProperties) -> Void = { _ in }
    ) async throws -> Response {
        try await submit(defaultRequestProperties.put, path, params, headers, body, change)
    }

    /// Deletes what is at `path`. The parameters are those of ``get(_:params:headers:body:_:)``.
    public nonisolated(nonsending) func delete(
        _ path: String, params: QueryItems? = nil, headers: HeaderFields? = nil, body: RequestBody? = nil,
        _ change: (inout MutableRequestProperties) -> Void = { _ in }
    ) async throws -> Response {
        try await submit(defaultRequestProperties.delete, path, params, headers, body, change)
    }

    private nonisolated(nonsending) func submit(
        _ defaults: MutableRequestProperties, _ path: String, _ params: QueryItems?, _ headers: HeaderFields?,
        _ body: RequestBody?, _ change: (inout MutableRequestProperties) -> Void
    ) async throws -> Response {
        try await submitRequest(properties(defaults, path, params, headers, body, change))
    }

    func properties(
        _ defaults: MutableRequestProperties, _ path: String, _ params: QueryItems?, _ headers: HeaderFields?,
        _ body: RequestBody?, _ change: (inout MutableRequestProperties) -> Void
    ) -> MutableRequestProperties {
        var properties = defaults
        properties.path = path
        if let params { properties.query = params }
        if let headers { properties.headers = headers }
        if let body { properties.body = body }
        change(&properties)
        return properties
    }
}
