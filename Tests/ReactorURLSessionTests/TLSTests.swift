import ReactorLoopbackSupport
import ReactorServices
import ReactorTestSupport
import Testing

@Suite(
    "A server over TLS",
    .enabled(
        if: LoopbackServer.isAvailable && SelfSignedCertificate.isAvailable,
        "python3 or openssl is missing, so there is no server over TLS"))
struct TLSTests {
    private let folder: ScratchFolder
    private let server: LoopbackServer
    private let secrets: HeaderFields = ["Authorization": "Bearer t0psecret", "Cookie": "session=t0psecret"]

    init() throws {
        folder = try ScratchFolder()
        server = try LoopbackServer(certificate: SelfSignedCertificate(in: folder.path))
    }

    @Test("With an untrusted certificate is refused by name, tried once, and receives nothing")
    func untrusted() async throws {
        let attempts = Locked(0)
        var parts = GatewayParts(patientOver: URLSessionNetworkAdapter())
        parts.preparers = [RequestPreparerClosureAdapter { _ in attempts.withLock { $0 += 1 } }]
        let gateway = try CompositedGateway(baseURL: server.api, parts: parts)
        #expect(server.api.origin.scheme == "https")
        for method in ["GET", "PUT"] as [HTTPMethod] {
            var properties = MutableRequestProperties(method, "/echo", headers: secrets)
            if method == "PUT" { properties.body = .text("t0psecret") }
            await #expect(throws: GatewayError.certificateUntrusted(host: "127.0.0.1")) {
                try await gateway.submitRequest(properties)
            }
        }
        #expect(attempts.copy == 2)
        #expect(try await server.arrivals().isEmpty)
    }

    @Test("Is not found if the server is plain, and the plain one receives no secret")
    func plainServer() async throws {
        let plain = try BaseURL("https://127.0.0.1:\(server.storage.origin.port)")
        let gateway = CompositedGateway(patientAt: plain, over: URLSessionNetworkAdapter())
        let reason = "a secure connection (TLS) could not be made"
        await #expect(throws: GatewayError.connectionFailed(host: "127.0.0.1", reason: reason)) {
            try await gateway.get("/echo", headers: secrets)
        }
        #expect(try await server.arrivals().isEmpty)
    }

    @Test("That receives plain text does not respond, and another request succeeds")
    func plainRequest() async throws {
        let plain = try BaseURL("http://127.0.0.1:\(server.api.origin.port)")
        let network = URLSessionNetworkAdapter()
        await #expect(throws: GatewayError.connectionLost(host: "127.0.0.1")) {
            try await CompositedGateway(patientAt: plain, over: network).post("/echo")
        }
        #expect(try await CompositedGateway(patientAt: server.storage, over: network).get("/empty").status == 204)
        #expect(try await server.arrivals().map(\.host) == ["storage"])
    }
}
