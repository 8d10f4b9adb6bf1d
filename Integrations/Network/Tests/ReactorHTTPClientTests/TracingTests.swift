import AsyncHTTPClient
import InMemoryTracing
import ReactorHTTPClient
import ReactorServices
import Testing
import Tracing

@Suite("Traces of requests", .enabled(if: Script.python != nil))
struct TracingTests {
    @Test("Spans do not contain the signature of a signed URL")
    func secrets() async throws {
        let hosts = try ContractHosts()
        let tracer = InMemoryTracer()
        var configuration = HTTPClient.Configuration()
        // The default, if a tracer was bootstrapped.
        configuration.tracing.tracer = tracer
        let gateway = try JsonGateway(jsonPatientAt: hosts.server.api, over: HTTPClientNetworkAdapter(configuration))
        try await tracer.withSpan("call") { _ in
            _ = try await gateway.get("/empty", params: ["signature": "t0psecret"])
            _ = try await gateway.post("/echo", params: ["signature": "t0psecret"], body: .text("x"))
        }
        #expect(tracer.finishedSpans.contains { $0.operationName == "call" })
        for span in tracer.finishedSpans {
            span.attributes.forEach { name, value in #expect(!"\(value)".contains("t0psecret"), "\(name)") }
        }
    }
}
