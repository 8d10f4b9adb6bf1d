import Foundation
import ReactorTesting
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("The body of a request")
struct RequestBodyTests {
    @Test("A value that is encoded as JSON has this type with any gateway, unless the request has another")
    func contentType() async throws {
        let network = InMemoryNetworkAdapter { request, _ in .text(200, "", for: request) }
        let gateway = CompositedGateway(baseURL: testBase(), network: network)
        let body = try RequestBody.json(["kilograms": 81.5])
        _ = try await gateway.post("/", body: body)
        _ = try await gateway.post("/", headers: ["content-type": "application/merge-patch+json"], body: body)
        _ = try await gateway.post("/", body: .text("81.5"))
        #expect(
            network.arrivals.map { $0.request.headers["Content-Type"] }
                == ["application/json", "application/merge-patch+json", nil])
        #expect(network.arrivals.map(\.body.count) == [18, 18, 4])
    }
}
