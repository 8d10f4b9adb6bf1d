import Foundation
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

/// A tag identifies versions of one address, and a redirect can lead elsewhere tomorrow.
@Suite("The cache and redirects")
struct RedirectedCacheTests {
    /// A server with two notes with equal tags, and an address that redirects to one of them or is a note itself.
    private final class Notes: Sendable {
        let target = Locked<String?>("/notes/A")
        let status: Int

        init(status: Int = 302) { self.status = status }

        func network() -> InMemoryNetworkAdapter {
            InMemoryNetworkAdapter { request, _ in
                if request.path.hasSuffix("/latest"), let target = self.target.copy {
                    return .empty(self.status, headers: ["Location": target], for: request)
                }
                if request.method == .get, request.headers["If-None-Match"] == "\"1\"" {
                    return .empty(304, headers: ["ETag": "\"1\""], for: request)
                }
                let note = "\(request.base.origin.host) \(request.path)"
                return .text(request.method.isSafe ? 200 : 201, note, headers: ["ETag": "\"1\""], for: request)
            }
        }
    }

    private func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

    private func keep(_ properties: inout MutableRequestProperties) {
        properties.cacheResponseWithExpiration = .seconds(5)
    }

    @Test(
        "A cached response is never that of another address after a redirect has moved",
        arguments: [301, 302, 303, 307, 308])
    func moved(status: Int) async throws {
        let (notes, clock) = (Notes(status: status), ManualClock())
        let network = notes.network()
        let gateway = try makeGateway(network, clock: clock)
        for target in ["/notes/A", "/notes/B", "https://cdn.test/notes/C", nil, "/notes/B", nil] {
            notes.target.withLock { $0 = target }
            let expected =
                switch target {
                case nil: "api.test /latest"
                case "https://cdn.test/notes/C": "cdn.test /notes/C"
                case let target?: "api.test \(target)"
                }
            for _ in 1...2 {
                let response = try await gateway.get("/latest", keep)
                #expect(response.status == 200 && text(response) == expected)
            }
            clock.advance(by: .seconds(9))
        }
        for arrival in network.arrivals where !arrival.request.path.hasSuffix("/latest") {
            #expect(arrival.request.headers["If-None-Match"] == nil)
        }
    }

    @Test("A change of a redirect's target is visible at the redirecting address")
    func changed() async throws {
        let count = Locked(0)
        let network = InMemoryNetworkAdapter { request, _ in
            if request.path == "/latest" { return .empty(302, headers: ["Location": "/v1/a"], for: request) }
            if !request.method.isSafe { count.withLock { $0 += 1 } }
            return .text(200, "\(count.copy)", for: request)
        }
        let gateway = try makeGateway(network)
        #expect(text(try await gateway.get("/latest", keep)) == "0")
        for number in 1...2 {
            _ = try await gateway.put("/a")
            #expect(text(try await gateway.get("/latest", keep)) == "\(number)")
        }
    }

    @Test("A redirected change evicts the responses of its target", arguments: [307, 308])
    func redirectedChange(status: Int) async throws {
        let network = InMemoryNetworkAdapter { request, _ in
            request.method == .put && request.path == "/old"
                ? .empty(status, headers: ["Location": "/v1/new"], for: request) : .empty(200, for: request)
        }
        let gateway = try makeGateway(network)
        _ = try await gateway.get("/new", keep)
        #expect(try await gateway.get("/new", keep).source == .cache)
        _ = try await gateway.put("/old") { $0.followRedirects = true }
        #expect(try await gateway.get("/new", keep).source == .network)
    }

    @Test("A tag is sent only to its own address, even if two addresses share an identifier, and only with GET")
    func sharedName() async throws {
        let clock = ManualClock()
        let network = Notes().network()
        let gateway = try makeGateway(network, clock: clock)
        func fetch(_ method: HTTPMethod, _ path: String, _ query: QueryItems = [:]) async throws -> Response {
            clock.advance(by: .seconds(9))
            var request = MutableRequestProperties(method, path, query: query)
            keep(&request)
            request.customCacheIdentifier = "note"
            return try await gateway.submitRequest(request)
        }
        for path in ["/a", "/b", "/a"] { #expect(text(try await fetch(.get, path)) == "api.test \(path)") }
        #expect(try await fetch(.get, "/a").source == .revalidated)
        #expect(try await fetch(.get, "/a", ["page": 2]).source == .network)
        for _ in 1...2 { #expect(try await fetch(.post, "/a").status == 201) }
        #expect(network.arrivals.fields("If-None-Match") == [nil, nil, nil, "\"1\"", nil, nil, nil])
        // Without an identifier, the order of items does not affect the key, but the address differs.
        for query in [["x": 1, "y": 2], ["y": 2, "x": 1]] as [QueryItems] {
            clock.advance(by: .seconds(9))
            #expect(try await gateway.get("/q", params: query, keep).source == .network)
        }
    }

    @Test("The body of a HEAD is not cached, even with an identifier")
    func head() async throws {
        let gateway = try makeGateway(Notes().network())
        for method in [.head, .get, .head] as [HTTPMethod] {
            var request = MutableRequestProperties(method, "/a")
            keep(&request)
            request.customCacheIdentifier = "note"
            #expect(try await gateway.submitRequest(request).source == .network)
        }
    }

    @Test("A response after a redirect to another host is cached for no credentials")
    func credentials() async throws {
        let network = InMemoryNetworkAdapter { request, _ in
            if request.path == "/me" {
                return .empty(307, headers: ["Location": "https://cdn.test/me.json"], for: request)
            }
            return .text(200, request.headers["Authorization"] ?? "nobody", for: request)
        }
        let gateway = try makeGateway(network)
        for who in ["anna", "anna", "bert"] {
            let response = try await gateway.get("/me", headers: ["Authorization": who], keep)
            #expect(text(response) == "nobody" && response.source == .network)
        }
    }
}
