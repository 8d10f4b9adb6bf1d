import Foundation
import ReactorLoopbackSupport
import Reactor
import ReactorServices
import ReactorTesting
import ReactorURLSession
import ReactorTestSupport
import Testing

/// What the adapter makes of a server that breaks the rules of HTTP, and of one that keeps them in a way that the system
/// does not expect.
@Suite("A server with faults", .enabled(if: LoopbackServer.isAvailable))
struct FaultTests {
    private let server: FaultServer
    private let gateway: JsonGateway

    init() throws {
        server = try FaultServer()
        gateway = JsonGateway(baseURL: server.base, network: URLSessionNetworkAdapter())
    }

    @Test("A request that is not safe is not redirected unless that was asked for")
    func unsafeRedirect() async throws {
        for method in ["POST", "PUT", "PATCH", "DELETE"] as [HTTPMethod] {
            let body: RequestBody = method == .delete ? .none : .text("80.5")
            let response = try await gateway.submitRequest(MutableRequestProperties(method, "/portal", body: body))
            #expect(response.status == 302, "\(method)")
        }
        #expect(try await server.arrivals() == ["POST /portal", "PUT /portal", "PATCH /portal", "DELETE /portal"])
        #expect(try await gateway.get("/portal").url.path == "/login")
        #expect(try await gateway.post("/portal") { $0.followRedirects = true }.url.path == "/login")
    }

    @Test("A request that may not arrive twice arrives once, though its connection dies", arguments: ["POST", "PATCH"])
    func arrivesOnce(method: String) async throws {
        for _ in 1...5 {
            _ = try await gateway.get("/ok")
            _ = try? await gateway.submitRequest(MutableRequestProperties(HTTPMethod(rawValue: method), "/dies"))
        }
        #expect(try await server.arrivals().count { $0 == "\(method) /dies" } == 5)
    }

    @Test("A request with a body is answered, though the connection before it has died")
    func bodyAfterDeath() async throws {
        for size in [3, 300_000] {
            _ = try await gateway.get("/ok")
            let body = Data(repeating: 0x61, count: size)
            let response = try await gateway.put("/dies", body: .bytes(body)) { $0.timeout = .seconds(20) }
            #expect(response.status == 200)
        }
        #expect(try await server.arrivals().count { $0 == "PUT /dies" } == 2)
    }

    @Test("A 401 that asks for Basic is an answer, with its body")
    func basic() async throws {
        for method in [.get, .post, .delete] as [HTTPMethod] {
            let response = try await gateway.submitRequest(
                MutableRequestProperties(method, "/status", query: ["code": 401, "basic": 1, "body": "who?"]))
            #expect(response.status == 401)
            #expect(response.headers["WWW-Authenticate"] == "Basic realm=\"here\"")
            #expect(String(decoding: response.body, as: UTF8.self) == "who?")
        }
    }

    @Test("A redirect without an address is an answer", arguments: [301, 302, 303, 307, 308])
    func noLocation(status: Int) async throws {
        for follows in [true, false] {
            let response = try await gateway.get("/status", params: ["code": status]) { $0.followRedirects = follows }
            #expect(response.status == status)
        }
        #expect(try await gateway.post("/status", params: ["code": status]).status == status)
    }

    @Test("The status of an error answer stands, whatever its body is said to be")
    func brokenErrorBody() async throws {
        for status in [401, 404, 503] {
            let response = try await gateway.get(
                "/status", params: ["code": status, "type": "application/json", "body": "upstream busy"])
            #expect(response.status == status)
            #expect(response.json == nil)
        }
    }

    @Test("Bytes that are no HTTP, and a header without end, are not blamed on the network")
    func garbage() async throws {
        let faults: [(String, QueryItems)] = [
            ("/garbage", [:]), ("/fields", ["count": 2_000]), ("/long", ["kilobytes": 400]), ("/negative", [:]),
            ("/colonless", [:]), ("/latin", [:]),
        ]
        for (path, query) in faults {
            do {
                let response = try await gateway.get(path, params: query)
                // What the system makes sense of all the same is an answer.
                if ["/garbage", "/fields", "/long"].contains(path) { Issue.record("\(path) answered \(response)") }
            } catch let error as GatewayError {
                #expect(error == .unreadableAnswer(host: "127.0.0.1"), "\(path): \(error)")
            }
        }
        #expect(try await gateway.get("/fields", params: ["count": 50]).headers.fields.count > 50)
    }

    @Test("A byte-order mark before JSON is passed over")
    func mark() async throws {
        #expect(try await gateway.get("/mark").json?["kilograms"]?.double == 81.5)
    }

    @Test("A server that asks to be left alone for longer than can be counted is not asked again")
    func endlessRetryAfter() async throws {
        let query: QueryItems = ["code": 503, "retry-after": "99999999999999999999"]
        let schedule = RetrySchedule(attempts: 3, backoff: Backoff(base: .zero, cap: .seconds(1)))
        let pipeline = try ServicePipeline(
            client: "Fault", gateway: gateway, options: PipelineOptions(retry: schedule))
        let request = MutableRequestProperties(.get, "/status", query: query)
        let response = try await pipeline.send("Fault.endless", request, accepting: [503]).raw
        #expect(response.status == 503)
        #expect(try await server.arrivals().count == 1)
    }

    #if canImport(FoundationNetworking)
        /// A fact about the system, on which the page "Gateway" relies. When it fails, the system is better, and the page's
        /// warning can go.
        @Test("An answer that is cut inside its header ends the process in Foundation on Linux")
        func cutHeader() async {
            await #expect(processExitsWith: .failure) {
                let server = try FaultServer()
                let gateway = CompositedGateway(baseURL: server.base, network: URLSessionNetworkAdapter())
                _ = try await gateway.get("/cut", params: ["at": 40])
            }
        }

        /// A fact about the system, on which the page "Gateway" relies. When it fails, the system is better, and the page's
        /// warning can go.
        @Test("A trailer ends the process in Foundation on Linux")
        func trailer() async {
            await #expect(processExitsWith: .failure) {
                let server = try FaultServer()
                let gateway = CompositedGateway(baseURL: server.base, network: URLSessionNetworkAdapter())
                _ = try await gateway.get("/trailer")
            }
        }
    #endif
}
