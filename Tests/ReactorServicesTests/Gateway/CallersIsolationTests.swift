import Foundation
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

/// Closures run in the isolation of the caller.
@Suite("From the main actor")
@MainActor
struct CallersIsolationTests {
    @Test("The closures of a request and of a sequence can use the caller's state")
    func closures() async throws {
        let network = InMemoryNetworkAdapter { request, _ in .text(200, "", for: request) }
        let gateway = CompositedGateway(baseURL: testBase(), network: network)
        var seen: [String] = []
        _ = try await gateway.get("/") { properties in
            MainActor.assertIsolated()
            seen.append("get")
            properties.onProgress = { _ in }
        }
        _ = try await gateway.post("/") { _ in seen.append("post") }
        let runner = try SequenceRunner(destinations: [.api: .server(gateway)])
        var cursor = try SequenceCursor(OneStep())
        try await runner.run(&cursor) { record in
            MainActor.assertIsolated()
            seen.append("stored \(record.exchanges.count)")
        }
        #expect(seen == ["get", "post", "stored 1"])
    }
}

private struct OneStep: RequestSequence {
    func nextRequest(previous: Exchange?) -> RequestDescription? {
        previous == nil
            ? RequestDescription(operation: "1", step: "a", method: .put, target: .path("a")) : nil
    }
}
