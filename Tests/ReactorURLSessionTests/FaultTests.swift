import Foundation
import ReactorLoopbackSupport
import Reactor
import ReactorServices
import ReactorTesting
import ReactorTestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The results of the adapter with a server that breaks the rules of HTTP, and with one that conforms to them in a way that the
/// system does not expect.
@Suite("A server with faults", .enabled(if: LoopbackServer.isAvailable))
struct FaultTests {
    private let server: FaultServer
    private let gateway: JsonGateway

    init() throws {
        server = try FaultServer()
        gateway = JsonGateway(jsonPatientAt: server.base, over: URLSessionNetworkAdapter())
    }

    @Test("A request that is not safe is not redirected unless that was requested")
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

    @Test("The status of an error response is preserved, whatever type its body declares")
    func brokenErrorBody() async throws {
        for status in [401, 404, 503] {
            let response = try await gateway.get(
                "/status", params: ["code": status, "type": "application/json", "body": "upstream busy"])
            #expect(response.status == status)
            #expect(response.json == nil)
        }
    }

    @Test("A body that is not encoded as declared is an unusable response, and an error keeps its status")
    func brokenEncoding() async throws {
        for onBody in [nil, { @Sendable (_: BodyPiece) in }] as [(@Sendable (BodyPiece) throws -> Void)?] {
            for fault in ["broken-gzip", "followed-gzip"] {
                let error = await #expect(throws: GatewayError.self) {
                    try await gateway.get("/wire", params: ["fault": fault]) { $0.onBody = onBody }
                }
                #expect(error?.kind == .unusableAnswer)
                #expect(error?.status == 200)
            }
        }
        let refused = try await gateway.get("/wire", params: ["fault": "broken-gzip-error"])
        #expect(refused.status == 503)
        #expect(refused.body.isEmpty)
    }

    @Test("JSON is read whether its type is text/json, has spaces around it, or is the second of two")
    func types() async throws {
        for type in ["text/json", "TEXT/JSON ; charset=utf-8", " application/json ", "text/plain, application/json"] {
            let response = try await gateway.get("/status", params: ["code": 200, "type": type, "body": "[7]"])
            #expect(response.json == [7], "\(type)")
        }
    }

    @Test("A field that frames a message reaches no server, so no body becomes another request")
    func smuggling() async throws {
        let body = RequestBody.text("abcGET /smuggled HTTP/1.1\r\n\r\n")
        for (name, value) in [("Content-Length", "3"), ("content-length", "0"), ("Transfer-Encoding", "chunked")] {
            let error = await #expect(throws: GatewayError.self) {
                try await gateway.post("/ok", headers: [name: value], body: body)
            }
            #expect(error?.kind == .unsendable)
        }
        #expect(try await gateway.post("/ok", body: body).status == 200)
        #expect(try await server.arrivals() == ["POST /ok"])
    }

    @Test("A byte-order mark before JSON is skipped")
    func mark() async throws {
        #expect(try await gateway.get("/mark").json?["kilograms"]?.double == 81.5)
    }

    @Test("A server whose Retry-After is too long to be represented is not called again")
    func endlessRetryAfter() async throws {
        let query: QueryItems = ["code": 503, "retry-after": "99999999999999999999"]
        let schedule = RetryPolicy.exponential(attempts: 3, base: .zero, cap: .seconds(1))
        let pipeline = try ServicePipeline(
            client: "Fault", gateway: gateway, options: PipelineOptions(retry: schedule))
        let request = MutableRequestProperties(.get, "/status", query: query)
        let response = try await pipeline.send("Fault.endless", request, accepting: [503]).raw
        #expect(response.status == 503)
        #expect(try await server.arrivals().count == 1)
    }

    #if canImport(FoundationNetworking)
        @Test("A literal IPv6 address is refused with a reason, since Foundation on Linux cannot connect to it")
        func literalAddresses() async throws {
            for host in ["[::1]", "[::ffff:127.0.0.1]"] {
                let base = try BaseURL("http://\(host):\(server.base.origin.port)")
                let gateway = CompositedGateway(patientAt: base, over: URLSessionNetworkAdapter())
                let error = await #expect(throws: GatewayError.self) { try await gateway.get("/ok") }
                #expect(error?.kind == .unsendable)
                #expect(error.map { "\($0)" }?.contains(host) == true)
                // A fact about the system. When it fails, the system is better, and the error and the page's row can go.
                let url = try #require(URL(string: "\(base)/ok"))
                let fact = await #expect(throws: URLError.self) { try await URLSession.shared.data(from: url) }
                #expect(fact?.code == .badURL)
            }
        }

        /// A fact about the system, on which the page "Gateway" relies. When it fails, the system is better, and the page's
        /// warning can go.
        @Test("A response that is cut inside its header ends the process in Foundation on Linux")
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
