import Foundation
import ReactorLoopbackSupport
import ReactorServices
import ReactorTestSupport
import Testing

@Suite(
    "The session adapter", .enabled(if: LoopbackServer.isAvailable, "python3 is missing, so there is no real server"))
struct SessionTests {
    @Test("Reports that it sends no body with a GET, instead of sending the request without it")
    func bodyOfGet() async throws {
        let world = try World()
        let gateway = CompositedGateway(patientAt: world.api, over: world.network)
        await #expect(throws: GatewayError.bodyNotAllowed(method: "GET")) {
            try await gateway.get("/echo", body: .text("x"))
        }
        #expect(try await world.arrivals().isEmpty)
    }

    @Test("Sends a file through a link, and refuses a FIFO or a missing file that has replaced it")
    func replacedFiles() async throws {
        let world = try World()
        let gateway = JsonGateway(jsonPatientAt: world.api, over: world.network)
        let folder = try ScratchFolder()
        let (path, link) = (try folder.file("a", Data("80.5".utf8)), folder.path + "/link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let body = RequestBody.stream(try BodyStream(file: link))
        #expect(try await gateway.put("/echo", body: body).json?["body"]?.string == "80.5")
        #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        await #expect(throws: GatewayError.unreadableBody(path: link, reason: "it is not a regular file")) {
            try await gateway.put("/echo", body: body)
        }
        #expect(unlink(path) == 0)
        await #expect(throws: GatewayError.self) { try await gateway.put("/echo", body: body) }
        #expect(try await world.arrivals().count == 1)
    }

    @Test("Can be released while requests are in flight; they end")
    func released() async throws {
        let world = try World()
        for _ in 0..<20 {
            let gateway = CompositedGateway(patientAt: world.api, over: URLSessionNetworkAdapter())
            let call = Task { try await gateway.get("/echo").status }
            #expect(try await call.value == 200)
        }
        let call: Task<Int, any Error>
        do {
            let gateway = CompositedGateway(patientAt: world.api, over: URLSessionNetworkAdapter())
            call = Task { try await gateway.get("/bytes", params: ["count": 100_000]).status }
        }
        #expect(try await call.value == 200)
    }

    @Test("Canceled at any moment ends as canceled or answered, and the next request succeeds")
    func cancelledAnytime() async throws {
        let world = try World()
        let gateway = CompositedGateway(patientAt: world.api, over: world.network)
        for turns in 0..<60 {
            let call = Task { try await gateway.post("/echo", body: .text("x")).status }
            for _ in 0..<turns * 10 { await turn() }
            call.cancel()
            do {
                #expect(try await call.value == 200)
            } catch {
                #expect(error is CancellationError)
            }
            #expect(try await gateway.get("/empty").status == 204)
        }
    }

    #if !canImport(Darwin)
        @Test("Reports that certificates cannot be pinned here, and sends nothing unpinned")
        func pinning() throws {
            var parts = GatewayParts(patientOver: URLSessionNetworkAdapter())
            parts.pinning = CertificatePinning(certificates: [Data([1])])
            #expect(throws: GatewayError.pinningUnsupported) {
                try JsonGateway(baseURL: BaseURL("https://127.0.0.1"), parts: parts)
            }
        }
    #endif
}
