import Foundation
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Cached responses")
struct ResponseCacheTests {
    /// A server that numbers its responses.
    private func counting(_ headers: HeaderFields = [:], status: Int = 200) -> InMemoryNetworkAdapter {
        let count = Locked(0)
        return InMemoryNetworkAdapter { request, _ in
            if request.headers["If-None-Match"] == "\"v1\"" {
                return .empty(304, headers: ["ETag": "\"v1\"", "X-Asked": "again"], for: request)
            }
            return .text(status, "\(count.next())", headers: headers, for: request)
        }
    }

    private func keep(_ properties: inout MutableRequestProperties) {
        properties.cacheResponseWithExpiration = .seconds(10)
    }

    private func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

    @Test("Responses are cached only if requested, and not returned if that is not allowed")
    func onlyWhenAsked() async throws {
        let gateway = try makeGateway(counting())
        #expect(text(try await gateway.get("/")) == "1")
        #expect(text(try await gateway.get("/", keep)) == "2")
        #expect(text(try await gateway.get("/")) == "2")
        #expect(text(try await gateway.get("/") { $0.allowCachedResponse = false }) == "3")
    }

    @Test("Only responses of successful GETs are cached", arguments: [206, 301, 400, 404, 500])
    func onlySuccess(status: Int) async throws {
        let gateway = try makeGateway(counting(status: status))
        #expect(text(try await gateway.get("/", keep)) == "1")
        #expect(text(try await gateway.get("/", keep)) == "2")
        let other = try makeGateway(counting())
        #expect(text(try await other.post("/", keep)) == "1")
        #expect(text(try await other.post("/", keep)) == "2")
        #expect(text(try await other.put("/", keep)) == "3")
    }

    @Test("Entries differ by method, path, query in the order of equal names, Accept fields and credentials")
    func keys() async throws {
        let gateway = try makeGateway(counting())
        func get(_ path: String, _ params: QueryItems = [:], _ headers: HeaderFields = [:]) async throws -> String {
            text(try await gateway.get(path, params: params, headers: headers, keep))
        }
        let first = try await get("/a", ["x": 1, "y": 2, "y": 3])
        #expect(try await get("/a", ["y": 2, "y": 3, "x": 1]) == first)
        #expect(try await get("/a", ["y": 3, "y": 2, "x": 1]) != first)
        #expect(try await get("/b", ["x": 1, "y": 2, "y": 3]) != first)
        #expect(try await get("/a", ["x": 1, "y": 2, "y": 3], ["Accept-Language": "de"]) != first)
        #expect(try await get("/a", ["x": 1, "y": 2, "y": 3], ["X-Other": "z"]) == first)
        #expect(try await get("/a", ["x": "1&y=2&y=3"]) != first)
    }

    @Test("Entries survive a new token of the same identity")
    func renewal() async throws {
        let token = Locked(0)
        let gateway = try makeGateway(counting()) { parts in
            parts.preparers = [
                RequestPreparerClosureAdapter { request in
                    request.headers["Authorization"] = "Bearer \(token.next())"
                    request.credentialIdentity = "anna"
                }
            ]
        }
        #expect(text(try await gateway.get("/", keep)) == "1")
        #expect(text(try await gateway.get("/", keep)) == "1")
    }

    @Test("A flush removes responses in flight, too")
    func flush() async throws {
        let network = StalledNetwork()
        let gateway = try makeGateway(network)
        async let first = gateway.get("/", keep)
        await network.arrived(1)
        await gateway.flushCache()
        network.answer(0, body: "old")
        #expect(text(try await first) == "old")
        async let second = gateway.get("/", keep)
        await network.arrived(2)
        network.answer(1, body: "new")
        #expect(text(try await second) == "new")
        #expect(text(try await gateway.get("/")) == "new")
        await gateway.flushCache()
        async let third = gateway.get("/")
        await network.arrived(3)
        network.answer(2, body: "newest")
        #expect(text(try await third) == "newest")
    }

    @Test("A stale response is revalidated by its ETag, and is fresh again if it is still valid")
    func revalidation() async throws {
        let (network, clock) = (counting(["ETag": "\"v1\""]), ManualClock())
        let gateway = try makeGateway(network, clock: clock)
        _ = try await gateway.get("/", keep)
        clock.advance(by: .seconds(10))
        let again = try await gateway.get("/", keep)
        #expect(again.status == 200)
        #expect(text(again) == "1")
        #expect(again.source == .revalidated)
        #expect(again.headers["X-Asked"] == "again")
        #expect(try await gateway.get("/", keep).source == .cache)
        #expect(network.arrivals.count == 2)
    }

    @Test("Cached responses are returned while the gateway is paused, and while every place is taken")
    func whilePaused() async throws {
        let gateway = try makeGateway(counting())
        _ = try await gateway.get("/", keep)
        gateway.pause()
        #expect(try await gateway.get("/").source == .cache)
        #expect(gateway.pendingRequests.isEmpty && gateway.activeRequests.isEmpty)
    }

    @Test("Cached responses are parsed and processed each time, and a response that a processor rejects is not cached")
    func processed() async throws {
        struct Rejected: Error {}
        let runs = Locked(0)
        let gateway = try makeGateway(counting(["Content-Type": "text/plain"])) { parts in
            parts.processors = [
                ResponseProcessorClosureAdapter { response in
                    if runs.next() == 1 { throw Rejected() }
                    return response
                }
            ]
        }
        await #expect(throws: Rejected.self) { try await gateway.get("/", keep) }
        #expect(text(try await gateway.get("/", keep)) == "2")
        #expect(text(try await gateway.get("/", keep)) == "2")
        #expect(runs.copy == 3)
    }
}
