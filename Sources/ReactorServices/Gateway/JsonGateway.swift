/// A ``CompositedGateway`` that reads JSON answers into ``Response/json``, and writes bodies that are values as JSON.
///
/// Every part it is given is passed on. A parser for `application/json` among them takes the place of its own.
///
/// ```swift
/// let network = InMemoryNetworkAdapter { request, _ in .json(201, ["id": 7], for: request) }
/// let gateway = JsonGateway(baseURL: try BaseURL("https://api.example.com"), network: network)
/// let answer = try await gateway.post("/weights", body: .value(["kilograms": 81.5]))
/// print(answer.json?["id"]?.int as Any)
/// ```
public struct JsonGateway: Gateway {
    /// What it is made of, for what only the composite has.
    let composite: CompositedGateway

    /// A gateway of these parts.
    ///
    /// - Throws: ``GatewayError`` when certificates are pinned and the network cannot see them.
    public init(baseURL: BaseURL, parts: GatewayParts) throws {
        composite = try CompositedGateway(baseURL: baseURL, parts: parts.withJSON)
    }

    /// A gateway over this network, everything else by default.
    public init(baseURL: BaseURL, network: any NetworkAdapter) {
        composite = CompositedGateway(baseURL: baseURL, unpinned: GatewayParts(network: network).withJSON)
    }

    /// The server's address, which requests are sent under unless they name another.
    public var baseURL: BaseURL { composite.baseURL }
    public var defaultRequestProperties: DefaultRequestPropertySet { composite.defaultRequestProperties }
    public var maxActiveRequests: Int { composite.maxActiveRequests }
    public var pendingRequests: [Request] { composite.pendingRequests }
    public var activeRequests: [Request] { composite.activeRequests }

    public func submitRequest(_ properties: some RequestProperties) async throws -> Response {
        try await composite.submitRequest(properties)
    }

    public func submitRequest(
        _ properties: some RequestProperties,
        preparing prepare: @escaping @Sendable (inout MutableRequestProperties) async throws -> Void
    ) async throws -> Response {
        try await composite.submitRequest(properties, preparing: prepare)
    }

    public func pause() { composite.pause() }
    public func resume() { composite.resume() }

    @discardableResult
    public func cancelRequest(_ id: Request.ID) -> Bool { composite.cancelRequest(id) }

    /// Reads bodies of this type with `parser` from now on; nil: leaves them unparsed.
    public func setParser(_ parser: (any ResponseProcessor)?, for type: MediaType) {
        composite.setParser(parser, for: type)
    }

    /// Forgets every kept answer, also those on their way.
    public func flushCache() async { await composite.flushCache() }
}

extension GatewayParts {
    /// These parts, with what reads and writes JSON where nothing else does.
    fileprivate var withJSON: GatewayParts {
        var parts = self
        parts.preparers.append(JsonBodyRequestPreparer())
        if parts.parsers[.json] == nil { parts.parsers[.json] = JsonResponseProcessor() }
        return parts
    }
}
