import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

/// A credential is marked where it is added, and the mark is preserved everywhere.
@Suite("Fields and items that are marked as secret")
struct SecretTests {
    /// A credential with custom names of fields and items.
    private struct Session: Credential {
        var identity: String?
        let value: String

        func validate() {}

        func apply(to request: inout MutableRequestProperties) {
            request.headers["Ocp-Apim-Subscription"] = value
            request.query.add(value + "/q", for: "who")
        }
    }

    private static let elsewhere = "https://files.example:8443/f"

    @Test("A secret across the limit of a long text is masked before the text is cut")
    func maskThenCut() async throws {
        let secret = String(repeating: "k3y", count: 20)
        let bench = try Bench(credential: APIKeyCredential(secret, header: "Key")) { request, _ in
            .json(400, ["message": .string(String(repeating: "x", count: 474) + secret)], for: request)
        }
        let error = await #expect(throws: ServiceError.self) { try await bench.get() }
        #expect(error?.message?.contains("k3y") == false)
        #expect(error?.message?.count == 484)
    }

    @Test("The mark is preserved in a file, and adds nothing to a file without one")
    func codable() throws {
        var headers: HeaderFields = ["X-Open": "1"]
        headers[secret: "X-Session"] = "2"
        var query: QueryItems = ["open": 1]
        query.add("2", for: "sig", isSecret: true)
        let read = try JSONDecoder().decode(HeaderFields.self, from: JSONEncoder().encode(headers))
        #expect(read == headers && read.fields.map(\.isSecret) == [false, true])
        let items = try JSONDecoder().decode(QueryItems.self, from: JSONEncoder().encode(query))
        #expect(items == query && items.items.map(\.isSecret) == [false, true])
        #expect(try JSONEncoder().encode(QueryItems(dictionaryLiteral: ("a", 1))) == Data("\"a=1\"".utf8))
    }

    @Test("A value that replaces a secret is secret")
    func replaced() {
        var headers = HeaderFields()
        headers[secret: "X-Auth"] = "first"
        headers["x-auth"] = "second"
        #expect(headers.withoutSecrets().isEmpty)
    }

    // MARK: - Destinations

    @Test("A preparer that sends a request elsewhere sends no credential with it")
    func remapped() async throws {
        let network = InMemoryNetworkAdapter { request, _ in .text(200, "", for: request) }
        let files = try BaseURL("https://files.example:8443")
        let signing = RequestPreparerClosureAdapter { $0.headers[secret: "X-Auth"] = "added" }
        let moving = URLRemappingRequestPreparer([.init(prefix: "/f", replacement: "/f", baseURL: files)])
        for preparers in [[signing, moving], [moving, signing]] as [[any RequestPreparer]] {
            let gateway = try makeGateway(network) { $0.preparers = preparers }
            let pipeline = try ServicePipeline(
                client: "C", gateway: gateway, credential: BearerCredential("t0ken"),
                options: BenchOptions(retry: .never))
            _ = try await pipeline.send("C.get", MutableRequestProperties(.get, "/f"))
            _ = try await pipeline.send("C.get", MutableRequestProperties(.get, "/here"))
        }
        #expect(network.arrivals.fields("Authorization") == [nil, "Bearer t0ken", nil, "Bearer t0ken"])
        #expect(network.arrivals.fields("X-Auth") == [nil, "added", nil, "added"])
    }

    @Test(
        "If the lists of preparers are joined, a secret of one does not follow where another sends the request",
        arguments: PreparerOrder.allCases)
    fileprivate func joined(order: PreparerOrder) async throws {
        let cdn = try BaseURL("http://cdn.example/root")
        let signing: [any RequestPreparer] = [
            DefaultFieldsRequestPreparer(headers: ["Authorization": "Basic YW5uYTpwYXNz"]),
            RequestPreparerClosureAdapter { $0.query.add("k3y-0f-anna", for: "key", isSecret: true) },
        ]
        let moving: [any RequestPreparer] = [
            RequestPreparerClosureAdapter { request in
                if request.path.hasPrefix("/pictures") { request.baseURL = cdn }
            }
        ]
        let network = InMemoryNetworkAdapter { request, _ in
            guard request.path == "/begin" else { return .text(200, "", for: request) }
            return .empty(307, headers: ["Location": "http://cdn.example/pictures/9"], for: request)
        }
        let gateway = try makeGateway(network) { $0.preparers = order.preparers(signing, moving) }

        for _ in 1...2 {
            _ = try await gateway.get("/pictures/7") { $0.cacheResponseWithExpiration = .seconds(60) }
        }
        _ = try await gateway.get("/begin")
        _ = try await gateway.submitRequest(
            MutableRequestProperties(.get, url: "http://cdn.example/pictures/8?sig=s1g"))
        _ = try await gateway.get("/weights")

        let arrived = network.arrivals.map(\.request)
        #expect(
            arrived.map { "\($0.base.origin)" } == [
                "http://cdn.example", "https://api.test", "http://cdn.example", "http://cdn.example",
                "https://api.test",
            ], "the kept picture is asked for once")
        for request in arrived {
            let isOwn = request.base.origin == gateway.baseURL.origin
            #expect(request.headers.contains("Authorization") == isOwn, "\(request)")
            #expect(request.query.contains("key") == isOwn, "\(request)")
        }
        #expect(arrived[3].query["sig"] == "s1g", "the signature is sent to its address")
    }

    @Test("A secret that is added for another address is sent there")
    func ownSecret() async throws {
        let network = InMemoryNetworkAdapter { request, _ in .text(200, "", for: request) }
        let gateway = try makeGateway(network) { parts in
            parts.preparers = [
                RequestPreparerClosureAdapter { request in
                    guard request.path == "/moved" else { return }
                    request.baseURL = try BaseURL("https://other.example")
                    request.headers[secret: "X-Auth"] = "of other"
                }
            ]
        }
        var properties = try MutableRequestProperties(.get, url: Self.elsewhere + "?sig=abc")
        properties.headers[secret: "X-Auth"] = "of files"
        _ = try await gateway.submitRequest(properties)
        _ = try await gateway.get("/moved")
        #expect(network.arrivals.fields("X-Auth") == ["of files", "of other"])
        #expect(network.arrivals.first?.request.query["sig"] == "abc")
    }
}

/// The ways to join two lists of preparers, of which one adds secrets and the other sends elsewhere.
private enum PreparerOrder: CaseIterable {
    case secretsFirst, movingFirst, movingBetween

    func preparers(_ signing: [any RequestPreparer], _ moving: [any RequestPreparer]) -> [any RequestPreparer] {
        switch self {
        case .secretsFirst: signing + moving
        case .movingFirst: moving + signing
        case .movingBetween: signing.prefix(1) + moving + signing.dropFirst()
        }
    }
}
