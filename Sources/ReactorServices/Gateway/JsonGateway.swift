/// A ``CompositedGateway`` that parses JSON responses into ``Response/json``, and encodes bodies that are values as
/// JSON.
///
/// All parts are passed on. A parser for `application/json` among them replaces the default parser.
///
/// ```swift
/// let network = InMemoryNetworkAdapter { request, _ in .json(201, ["id": 7], for: request) }
/// let gateway = JsonGateway(baseURL: try BaseURL("https://api.example.com"), network: network)
/// let answer = try await gateway.post("/weights", body: .value(["kilograms": 81.5]))
/// print(answer.json?["id"]?.int as Any)
/// ```
public struct JsonGateway: Gateway {
    /// The composed gateway, for members that only it has.
    let composite: CompositedGateway

    /// Creates a gateway of these parts.
    ///
    /// - Throws: ``GatewayError`` if certificates are pinned and the network has no access to them.
    public init(baseURL: BaseURL, parts: GatewayParts) throws {
        composite = try CompositedGateway(baseURL: baseURL, parts: parts.withJSON)
    }

    /// Creates a gateway with this network and defaults for everything else.
    public init(baseURL: BaseURL, network: any NetworkAdapter) {
        composite = CompositedGateway(baseURL: baseURL, unpinned: GatewayParts(network: network).withJSON)
    }

    /// The base URL for requests that have no other.
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

    /// Sets the parser for bodies of this type. nil leaves them unparsed.
    public func setParser(_ parser: (any ResponseProcessor)?, for type: MediaType) {
        composite.setParser(parser, for: type)
    }

    /// Removes all cached responses, including those in flight.
    public func flushCache() async { await composite.flushCache() }
}

extension GatewayParts {
    /// These parts with a preparer and, unless there is one, a parser for JSON.
    fileprivate var withJSON: GatewayParts {
        var parts = self
        parts.preparers.append(JsonBodyRequestPreparer())
        if parts.parsers[.json] == nil { parts.parsers[.json] = JsonResponseProcessor() }
        return parts
    }
}
