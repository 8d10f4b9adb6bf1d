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
public final class JsonGateway: CompositedGateway, @unchecked Sendable {
    // Sendable: it adds no stored property to those of CompositedGateway.

    /// Creates a gateway of these parts.
    ///
    /// - Throws: ``GatewayError`` if certificates are pinned and the network has no access to them.
    public convenience init(baseURL: BaseURL, parts: GatewayParts) throws {
        self.init(baseURL: baseURL, parts: parts.withJSON, network: try parts.pinnedNetwork())
    }

    /// Creates a gateway with this network and defaults for everything else.
    public convenience init(baseURL: BaseURL, network: any NetworkAdapter) {
        self.init(baseURL: baseURL, parts: GatewayParts(network: network).withJSON, network: network)
    }
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
