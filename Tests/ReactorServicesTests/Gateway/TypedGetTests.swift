import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

private struct Post: Codable, Equatable {
    struct Author: Codable, Equatable { var name: String }
    var id: Int
    var author: Author
    var tags: [String]?
}

@Suite("What a gateway gets as a type")
struct TypedGetTests {
    private static let whole = #"{"id": 7, "author": {"name": "Ada"}}"#

    private func get(_ status: Int, _ body: String, headers: HeaderFields = ["Content-Type": "application/json"])
        async throws -> Post
    {
        let network = InMemoryNetworkAdapter { request, _ in .text(status, body, headers: headers, for: request) }
        return try await makeGateway(network).get("/posts/7", as: Post.self, params: ["full": 1])
    }

    private func error(_ status: Int, _ body: String, headers: HeaderFields = ["Content-Type": "application/json"])
        async -> ServiceError?
    {
        await #expect(throws: ServiceError.self) { try await get(status, body, headers: headers) }
    }

    @Test("An answer of success is read, whichever it is", arguments: [200, 201, 203, 206, 299])
    func success(status: Int) async throws {
        #expect(try await get(status, Self.whole) == Post(id: 7, author: .init(name: "Ada")))
    }

    @Test("The request is that of the untyped get, and is sent once")
    func request() async throws {
        let network = InMemoryNetworkAdapter { request, _ in .text(503, "", for: request) }
        let gateway = try makeGateway(network) { $0.preparers = [DefaultFieldsRequestPreparer(headers: ["X-A": "b"])] }
        _ = try? await gateway.get("/posts", as: Post.self, params: ["q": "a b"], headers: ["Accept": "text/json"]) {
            $0.timeout = .seconds(3)
        }
        _ = try? await gateway.get("/posts", params: ["q": "a b"], headers: ["Accept": "text/json"]) {
            $0.timeout = .seconds(3)
        }
        let sent = network.arrivals.map {
            "\($0.request.method) \($0.request.url) \($0.request.headers) \($0.request.timeout as Any)"
        }
        #expect(sent.count == 2 && sent[0] == sent[1])
        #expect(network.arrivals[0].request.headers["X-A"] == "b")
    }

    @Test(
        "A status that is no success is an error by what it means, and its body is not read as the type",
        arguments: [
            (304, ServiceError.Kind.notModified), (302, .unusableAnswer), (400, .refused), (401, .unauthorized),
            (403, .refused), (404, .notFound), (410, .notFound), (409, .conflict), (412, .preconditionFailed),
            (418, .refused), (429, .unavailable), (500, .unavailable), (503, .unavailable), (599, .unavailable),
            (199, .unusableAnswer), (600, .unusableAnswer),
        ])
    func statuses(status: Int, kind: ServiceError.Kind) async {
        let error = await error(status, Self.whole)
        #expect(error?.kind == kind)
        #expect(error?.status == status)
        #expect(error?.attempts == 1)
    }

    @Test("What the service says about it is in the error, which names what was asked and no call")
    func said() async {
        let body = #"{"error": {"code": "gone", "message": "Deleted by its author"}}"#
        let error = await error(404, body)
        #expect(
            error?.description
                == "GET /posts/7?full=… found nothing (404, code \"gone\"): Deleted by its author. Check whether it was "
                + "deleted, or its key is wrong.")
        #expect(error?.userMessage == "This is not there any more.")
    }

    @Test("A success without a body is no value, and is said to have none", arguments: [200, 204])
    func empty(status: Int) async {
        let error = await error(status, "")
        #expect(error?.problem == .unusableAnswer("it has no body"))
        #expect(error?.status == status)
    }

    @Test(
        "A body that is not as the type has it names the member",
        arguments: [
            (#"{"id": 7, "author": {}}"#, "author has no member \"name\""),
            (#"{"id": 7, "author": {"name": 3}}"#, "author.name is no String"),
            (#"{"id": null, "author": {"name": "Ada"}}"#, "id is null and should be a Int"),
            (#"{"id": 7, "author": {"name": "Ada"}, "tags": ["a", 2]}"#, "tags[1] is no String"),
            (#"[]"#, "the whole is no "),
        ])
    func member(body: String, problem: String) async {
        let error = await error(200, body)
        #expect(error?.description.contains(problem) == true, "\(error.debugDescription)")
        #expect(error?.kind == .unusableAnswer)
    }

    @Test("A body that is no JSON says where, with a parser in the gateway and without one")
    func noJSON() async throws {
        let network = InMemoryNetworkAdapter { request, _ in
            .text(200, "{\"id\"; 7}", headers: ["Content-Type": "application/json"], for: request)
        }
        for gateway in [
            try makeGateway(network) as any Gateway, JsonGateway(baseURL: testBase(), network: network),
        ] {
            let error = await #expect(throws: ServiceError.self) { try await gateway.get("/a", as: Post.self) }
            #expect(error?.kind == .unusableAnswer)
            #expect(error?.description.contains("no JSON at line 1, column 6") == true, "\(error.debugDescription)")
        }
    }

    @Test("A page is nobody's answer, whatever its status says: it is tried later")
    func page() async {
        let error = await error(200, "<p>Sign in</p>", headers: ["Content-Type": "text/html"])
        #expect(error?.problem == .foreignAnswer(status: 200, type: "text/html"))
        #expect(error?.kind == .unavailable)
    }

    @Test("No connection is an error of the same type, which keeps the gateway's own")
    func unreachable() async throws {
        let network = InMemoryNetworkAdapter { _, _ in
            throw GatewayError.connectionFailed(host: "h", reason: "no route")
        }
        let gateway = try makeGateway(network)
        let error = await #expect(throws: ServiceError.self) { try await gateway.get("/a", as: Post.self) }
        #expect(error?.kind == .unavailable)
        #expect(error?.underlying is GatewayError)
    }

    @Test("What a preparer marked as secret is masked where the service repeats it")
    func secret() async throws {
        let network = InMemoryNetworkAdapter { request, _ in
            .json(400, ["message": "no right for s3cr3t-token"], for: request)
        }
        let gateway = try makeGateway(network) {
            $0.preparers = [RequestPreparerClosureAdapter { $0.headers[secret: "X-Key"] = "s3cr3t-token" }]
        }
        let error = await #expect(throws: ServiceError.self) { try await gateway.get("/a", as: Post.self) }
        #expect(error?.message?.hasPrefix("no right for ") == true)
        #expect(error?.description.contains("s3cr3t") == false)
    }

    @Test("Dates and keys in another form are read by a decoder of the system's")
    func decoder() async throws {
        struct Dated: Decodable { var writtenAt: Date }
        let network = InMemoryNetworkAdapter { request, _ in .json(200, ["written_at": 1_000], for: request) }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        let read = try await makeGateway(network).get("/a", as: Dated.self, decoder: decoder)
        #expect(read.writtenAt == Date(timeIntervalSince1970: 1_000))
    }

    @Test("A cancelled caller hears of that and of nothing else, on its way and behind the answer")
    func cancelled() async throws {
        let network = HeldNetwork()
        let gateway = try makeGateway(network)
        let call = Task { try await gateway.get("/a", as: Post.self) }
        await network.arrived(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }

        let answered = Gate<Void>()
        let late = InMemoryNetworkAdapter { request, _ in
            await answered.wait()
            return .text(200, Self.whole, for: request)
        }
        let other = try makeGateway(late)
        let second = Task { try await other.get("/a", as: Post.self) }
        await answered.arrived()
        second.cancel()
        answered.open()
        await #expect(throws: CancellationError.self) { try await second.value }
    }
}
