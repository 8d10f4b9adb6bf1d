import Foundation
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Faults of earlier gateways")
struct KnownFaultTests {
    @Test("A cache key is the same in every run of the program")
    func stableKey() throws {
        var properties = MutableRequestProperties(.get, "/weights", query: ["b": 2, "a": 1])
        properties.headers = ["Accept": "application/json"]
        let key = CacheKey(try Request(properties, id: Request.ID(7), base: testBase()))
        #expect(key.digest == "fea0a98b2f4b9b13e29d84b55246c4590062a364a0c7875f38c0927401b5b9ab")
    }

    @Test(
        "A content type is compared without parameters and case",
        arguments: [
            "application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "Application/Json;charset=x",
            "application/problem+json", "application/vnd.weights.v2+JSON; q=1",
        ])
    func contentTypes(type: String) async throws {
        let network = InMemoryNetworkAdapter { request, _ in
            .text(200, #"{"a":1}"#, headers: ["Content-Type": type], for: request)
        }
        let response = try await JsonGateway(baseURL: testBase(), network: network).get("/")
        #expect(response.json == ["a": 1])
    }

    @Test(
        "A request method passes on every parameter, including the body", arguments: ["GET", "POST", "PUT", "DELETE"])
    func verbsKeepAll(verb: String) async throws {
        let network = InMemoryNetworkAdapter { request, body in
            Response(status: 200, body: body, url: request.url)
        }
        let gateway = try makeGateway(network)
        let change: @Sendable (inout MutableRequestProperties) -> Void = { $0.timeout = .seconds(7) }
        let (params, headers, body) = (["q": 1] as QueryItems, ["X-A": "b"] as HeaderFields, RequestBody.text("hello"))
        let response =
            switch verb {
            case "GET": try await gateway.get("/x", params: params, headers: headers, body: body, change)
            case "POST": try await gateway.post("/x", params: params, headers: headers, body: body, change)
            case "PUT": try await gateway.put("/x", params: params, headers: headers, body: body, change)
            default: try await gateway.delete("/x", params: params, headers: headers, body: body, change)
            }
        let sent = try #require(network.arrivals.first?.request)
        #expect(sent.method.rawValue == verb)
        #expect(sent.url.absoluteString == "https://api.test/v1/x?q=1")
        #expect(sent.headers["x-a"] == "b")
        #expect(sent.timeout == .seconds(7))
        #expect(response.body == Data("hello".utf8))
    }

    @Test("A JSON gateway keeps the certificate pinning")
    func pinningKept() throws {
        var parts = GatewayParts(network: InMemoryNetworkAdapter { request, _ in .empty(200, for: request) })
        parts.pinning = CertificatePinning(certificates: [Data([1])])
        #expect(throws: GatewayError.pinningUnsupported) { try JsonGateway(baseURL: testBase(), parts: parts) }
        let seen = Locked<CertificatePinning?>(nil)
        parts.network = PinnableNetwork(seen: seen)
        _ = try JsonGateway(baseURL: testBase(), parts: parts)
        #expect(seen.copy == parts.pinning)
    }

    @Test("A JSON gateway passes on every other part")
    func everyPartKept() async throws {
        let network = InMemoryNetworkAdapter { request, _ in
            .json(200, [request.headers["X-P"] == nil ? 0 : 1], for: request)
        }
        let cache = InMemoryCacheProvider()
        var parts = GatewayParts(network: network)
        parts.cache = cache
        parts.maxActiveRequests = 7
        parts.limits.body = 3
        parts.defaultRequestProperties.get.cacheResponseWithExpiration = .seconds(9)
        parts.preparers = [RequestPreparerClosureAdapter { $0.headers["X-P"] = "1" }]
        parts.parsers[.plainText] = ResponseProcessorClosureAdapter { response in
            var response = response
            response.parsedBody = "plain"
            return response
        }
        parts.processors = [
            ResponseProcessorClosureAdapter { response in
                var response = response
                response.status += 1
                return response
            }
        ]
        let gateway = try JsonGateway(baseURL: testBase(), parts: parts)
        let response = try await gateway.get("/")
        #expect(response.json == [1])
        #expect(response.status == 201)
        #expect(cache.count == 1)
        #expect(gateway.maxActiveRequests == 7)
        let plain = try await gateway.get("/") { $0.contentTypeOverride = .plainText }
        #expect(plain.parsedBody as? String == "plain")
        await #expect(throws: GatewayError.bodyTooLarge(limit: 3)) {
            try await gateway.post("/", body: .text("1234"))
        }
    }
}

private struct PinnableNetwork: NetworkAdapter {
    let seen: Locked<CertificatePinning?>

    func send(_ request: Request) -> Response { .empty(200, for: request) }

    func pinned(by pinning: CertificatePinning) -> any NetworkAdapter {
        seen.withLock { $0 = pinning }
        return self
    }
}
