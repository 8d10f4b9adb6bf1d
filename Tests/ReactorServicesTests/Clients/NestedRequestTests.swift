import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("The status of an error is that of the call's own response")
struct NestedRequestTests {
    /// A gateway for tokens that responds to every request.
    private func tokens() throws -> JsonGateway {
        try Bench.gateway(
            InMemoryNetworkAdapter { request, _ in .text(201, "t-9", for: request) }, at: "https://tokens.example")
    }

    @Test("A response to a credential's request for a token is not the response to a call whose connection fails")
    func credential() async throws {
        let tokens = try tokens()
        let credential = BearerCredential {
            BearerToken(String(decoding: try await tokens.get("/token").body, as: UTF8.self))
        }
        let bench = try Bench(credential: credential) { _, _ in
            throw GatewayError.connectionLost(host: "api.example")
        }
        let error = await #expect(throws: ServiceError.self) {
            try await bench.get(RequestOptions(retry: .never))
        }
        #expect(error?.status == nil)
        #expect(error?.problem == .unreachable)
    }

    @Test("A response to a request of a preparer or a processor is not the response to the call")
    func preparer() async throws {
        let tokens = try tokens()
        var parts = GatewayParts(
            network: InMemoryNetworkAdapter { _, _ in
                throw GatewayError.connectionFailed(host: "api.example", reason: "no route")
            })
        parts.preparers.append(Signing(tokens: tokens))
        let gateway = try CompositedGateway(baseURL: testBase(), parts: parts)
        let error = await #expect(throws: ServiceError.self) { try await gateway.get("/rows", as: [Int].self) }
        #expect(error?.status == nil)
        #expect(error?.problem == .unreachable)
    }

    @Test("A body that cannot be decoded is from the service only if its type is acceptable")
    func undecodable() async throws {
        for (type, isForeign) in [("text/html", true), ("Application/XHTML+xml; a=b", true), ("text/csv", false)] {
            let bench = try Bench { _, _ in
                throw GatewayError.undecodableAnswer(status: 202, encoding: "br", type: type)
            }
            let error = await #expect(throws: ServiceError.self) {
                try await bench.get(RequestOptions(retry: .never))
            }
            #expect((error?.status == nil) == isForeign, "\(type)")
            #expect((error?.problem == .foreignAnswer(status: 202, type: type)) == isForeign, "\(type)")
        }
    }
}

private struct Signing: RequestPreparer {
    let tokens: JsonGateway

    func prepareRequest(_ request: inout MutableRequestProperties) async throws {
        request.headers["X-Signature"] = String(decoding: try await tokens.get("/sign").body, as: UTF8.self)
    }
}
