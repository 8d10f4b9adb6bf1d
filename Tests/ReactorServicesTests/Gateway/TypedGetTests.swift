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

/// An actor whose jobs can be recognized, as those of the main actor cannot.
private actor Caller {
    /// A queue that stores its thread while it runs a job.
    final class Queue: SerialExecutor {
        static let thread = Locked<ObjectIdentifier?>(nil)
        private let queue = DispatchQueue(label: "caller")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async {
                Queue.thread.withLock { $0 = ObjectIdentifier(Thread.current) }
                job.runSynchronously(on: self.asUnownedSerialExecutor())
                Queue.thread.withLock { $0 = nil }
            }
        }

        static var isCurrent: Bool { thread.withLock { $0 == ObjectIdentifier(Thread.current) } }
    }

    /// Decodes to whether the actor decoded it.
    struct Place: Decodable {
        let isInCaller: Bool

        init(from decoder: any Decoder) throws { isInCaller = Queue.isCurrent }
    }

    private let queue = Queue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func decodes(_ gateway: some Gateway) async throws -> [Bool] {
        [Queue.isCurrent, try await gateway.get("/posts/9", as: Place.self).isInCaller, Queue.isCurrent]
    }
}

@Suite("Decoding a GET")
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

    @Test("A response with any success status is decoded", arguments: [200, 201, 203, 206, 299])
    func success(status: Int) async throws {
        #expect(try await get(status, Self.whole) == Post(id: 7, author: .init(name: "Ada")))
    }

    @Test("The actor of the caller does not decode")
    func place() async throws {
        let network = InMemoryNetworkAdapter { request, _ in .text(200, "{}", for: request) }
        #expect(try await Caller().decodes(makeGateway(network)) == [true, false, true])
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

    @Test("A success without a body is an error that reports the missing body", arguments: [200, 204])
    func empty(status: Int) async {
        let error = await error(status, "")
        #expect(error?.problem == .unusableAnswer("it has no body"))
        #expect(error?.status == status)
    }

    @Test(
        "A body that does not match the type is reported with the member",
        arguments: [
            (#"{"id": 7, "author": {}}"#, "author has no member \"name\""),
            (#"{"id": 7, "author": {"name": 3}}"#, "author.name is not a String"),
            (#"{"id": null, "author": {"name": "Ada"}}"#, "id is null and should be a Int"),
            (#"{"id": 7, "author": {"name": "Ada"}, "tags": ["a", 2]}"#, "tags[1] is not a String"),
            (#"[]"#, "the value is not a "),
        ])
    func member(body: String, problem: String) async {
        let error = await error(200, body)
        #expect(error?.description.contains(problem) == true, "\(error.debugDescription)")
        #expect(error?.kind == .unusableAnswer)
    }

    @Test("A Foundation decoder uses its formats of dates and keys, and of two members with one name the last")
    func decoder() async throws {
        struct Dated: Decodable { var writtenAt: Date }
        let body = #"{"written_at":500,"written_at":1000}"#
        let network = InMemoryNetworkAdapter { request, _ in
            .text(200, body, headers: ["Content-Type": "application/json"], for: request)
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        let gateway = try makeGateway(network)
        let read = try await gateway.get("/a", as: Dated.self, decoder: decoder)
        #expect(read.writtenAt == Date(timeIntervalSince1970: 1_000))
        let plain = await #expect(throws: ServiceError.self) { try await gateway.get("/a", as: Dated.self) }
        #expect(plain?.description.contains("the value has no member \"writtenAt\"") == true)
    }
}
