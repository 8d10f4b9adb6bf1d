extension Gateway {
    /// Sends a `GET` to `path`.
    ///
    /// ```swift
    /// func latest(_ gateway: some Gateway) async throws -> Response {
    ///     try await gateway.get("/weights", params: ["limit": 20]) { $0.timeout = .seconds(5) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path under the base URL.
    ///   - params: The query. nil uses the gateway's default for this method.
    ///   - headers: The header fields. nil uses the gateway's default for this method.
    ///   - body: The body. nil uses the gateway's default for this method.
    ///   - change: A closure that sets the properties that have no parameter.
    public nonisolated(nonsending) func get(
        _ path: String, params: QueryItems? = nil, headers: HeaderFields? = nil, body: RequestBody? = nil,
        _ change: (inout MutableRequestProperties) -> Void = { _ in }
    ) async throws -> Response {
        try await submit(defaultRequestProperties.get, path, params, headers, body, change)
    }

    /// Sends a `POST` to `path`. The parameters are those of ``get(_:params:headers:body:_:)``.
    public nonisolated(nonsending) func post(
        _ path: String, params: QueryItems? = nil, headers: HeaderFields? = nil, body: RequestBody? = nil,
        _ change: (inout MutableRequestProperties) -> Void = { _ in }
    ) async throws -> Response {
        try await submit(defaultRequestProperties.post, path, params, headers, body, change)
    }

    /// Sends a `PUT` to `path`. The parameters are those of ``get(_:params:headers:body:_:)``.
    public nonisolated(nonsending) func put(
        _ path: String, params: QueryItems? = nil, headers: HeaderFields? = nil, body: RequestBody? = nil,
        _ change: (inout MutableRequestProperties) -> Void = { _ in }
    ) async throws -> Response {
        try await submit(defaultRequestProperties.put, path, params, headers, body, change)
    }

    /// Sends a `DELETE` to `path`. The parameters are those of ``get(_:params:headers:body:_:)``.
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
