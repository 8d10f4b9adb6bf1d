import Foundation
import Reactor
import ReactorServices

/// Adds a header field and a query item to requests that change something, unless the field already exists.
struct ClientFieldPreparer: RequestPreparer {
    func prepareRequest(_ request: inout MutableRequestProperties) async throws {
        guard !request.method.isSafe, !request.headers.contains("X-Client") else { return }
        request.headers["X-Client"] = "outsider"
        request.query.items.append(QueryItems.Item(name: "via", value: "outsider"))
    }
}

/// Reads `text/csv`.
struct CSVProcessor: ResponseProcessor {
    func processResponse(_ response: Response, to request: Request) async throws -> Response {
        var response = response
        response.parsedBody = String(decoding: response.body, as: UTF8.self).split(separator: ",").map(String.init)
        return response
    }
}

/// Stores one response.
actor SmallCache: CacheProvider {
    private var kept: (key: CacheKey, response: Response)?

    func cachedResponse(for key: CacheKey) -> CachedResponse? {
        guard let kept, kept.key == key else { return nil }
        return CachedResponse(response: kept.response, isFresh: true)
    }

    func store(_ response: Response, for key: CacheKey, freshFor duration: Duration) { kept = (key, response) }
    func remove(_ key: CacheKey) { if kept?.key == key { kept = nil } }
    func removeAll() { kept = nil }
}

/// A request of one's own.
struct WriteRow: RequestProperties {
    let row: String
    var properties: MutableRequestProperties { MutableRequestProperties(.put, "/table/\(row)", body: .text(row)) }
}

/// A gateway that records the requests that it forwards.
struct CountingGateway: Gateway {
    let base: JsonGateway

    var baseURL: BaseURL { base.baseURL }
    var defaultRequestProperties: DefaultRequestPropertySet { base.defaultRequestProperties }
    var maxActiveRequests: Int { base.maxActiveRequests }
    var pendingRequests: [Request] { base.pendingRequests }
    var activeRequests: [Request] { base.activeRequests }

    func submitRequest(_ properties: some RequestProperties) async throws -> Response {
        try await base.submitRequest(properties)
    }

    func submitRequest(
        _ properties: some RequestProperties,
        preparing prepare: @escaping @Sendable (inout MutableRequestProperties) async throws -> Void
    ) async throws -> Response {
        try await base.submitRequest(properties, preparing: prepare)
    }

    func pause() { base.pause() }
    func resume() { base.resume() }
    func cancelRequest(_ id: Request.ID) -> Bool { base.cancelRequest(id) }
}

func checkGatewayParts() async throws {
    let network = InMemoryNetworkAdapter { request, _ in
        .text(200, "a,b", headers: ["Content-Type": "text/csv"], for: request)
    }
    var parts = GatewayParts(network: network)
    parts.preparers = [ClientFieldPreparer()]
    parts.parsers[MediaType("text/csv") ?? .plainText] = CSVProcessor()
    parts.cache = SmallCache()
    parts.limits = GatewayLimits(body: 1_000, answer: 1_000, timeout: .seconds(5))
    let json = try JsonGateway(baseURL: BaseURL("https://documents.example"), parts: parts)
    let gateway = CountingGateway(base: json)
    for _ in 1...2 {
        let table = try await gateway.get("/table") { $0.cacheResponseWithExpiration = .seconds(60) }
        await Check.holds(table.parsedBody as? [String] == ["a", "b"], "a parser of one's own")
    }
    await Check.holds(network.arrivals.count == 1, "a cache of one's own")
    _ = try await gateway.post("/table")
    await Check.holds(network.arrivals.last?.request.headers["X-Client"] == "outsider", "a preparer of one's own")
    _ = try await gateway.submitRequest(WriteRow(row: "7"))
    let written = network.arrivals.last?.request
    await Check.holds(written?.path == "/table/7" && written?.method == .put, "a request of one's own")
    let client = try DocumentClient(gateway: gateway, credential: APIKeyCredential("k-1"))
    _ = try await client.pipeline.send("DocumentClient.ping", MutableRequestProperties(.head, "/ping"))
    await Check.holds(network.arrivals.last?.request.headers["X-Api-Key"] == "k-1", "a gateway of one's own")
}
