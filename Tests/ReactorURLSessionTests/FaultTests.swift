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
        gateway = JsonGateway(patientAt: server.base, over: URLSessionNetworkAdapter())
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

    @Test("The status of an error answer stands, whatever its body is said to be")
    func brokenErrorBody() async throws {
        for status in [401, 404, 503] {
            let response = try await gateway.get(
                "/status", params: ["code": status, "type": "application/json", "body": "upstream busy"])
            #expect(response.status == status)
            #expect(response.json == nil)
        }
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
                let gateway = CompositedGateway(patientAt: server.base, over: URLSessionNetworkAdapter())
                _ = try await gateway.get("/cut", params: ["at": 40])
            }
        }

        /// A fact about the system, on which the page "Gateway" relies. When it fails, the system is better, and the page's
        /// warning can go.
        @Test("A trailer ends the process in Foundation on Linux")
        func trailer() async {
            await #expect(processExitsWith: .failure) {
                let server = try FaultServer()
                let gateway = CompositedGateway(patientAt: server.base, over: URLSessionNetworkAdapter())
                _ = try await gateway.get("/wire", params: ["fault": "trailer"])
            }
        }
    #endif
}
