import Foundation
import ReactorServices
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Patience")
struct PatienceTests {
    private func answer(_ status: Int, retryAfter: String? = nil) throws -> Result<Response, any Error> {
        var response = Response(status: status, url: try #require(URL(string: "https://weights.example/")))
        response.headers["Retry-After"] = retryAfter
        return .success(response)
    }

    private func isOver(_ patience: inout Patience, _ ending: Result<Response, any Error>) -> Bool {
        patience.isOver(after: ending)
    }

    @Test("It ends after a number of failures in a row, and a response resets the count")
    func row() throws {
        var patience = Patience(attempts: 3, timeout: .seconds(1))
        let failures: [Result<Response, any Error>] = [
            .failure(GatewayError.connectionLost(host: "x")), try answer(500), .failure(CancellationError()),
        ]
        #expect(!isOver(&patience, failures[0]))
        #expect(!isOver(&patience, failures[1]))
        for status in [200, 404, 401] {
            #expect(!isOver(&patience, try answer(status)))
            #expect(!isOver(&patience, failures[0]))
            #expect(!isOver(&patience, failures[1]))
        }
        #expect(isOver(&patience, failures[2]))
    }

    @Test("Every fault of the server's own counts, since the queue tries again after each")
    func faults() throws {
        for status in [500, 501, 505, 511, 599] {
            var patience = Patience(attempts: 1, timeout: .seconds(1))
            #expect(isOver(&patience, try answer(status)), "\(status)")
        }
    }

    @Test("A certificate that is not trusted is tried once")
    func certificate() {
        var patience = Patience.long
        #expect(isOver(&patience, .failure(GatewayError.certificateUntrusted(host: "x"))))
    }

    @Test("A server that wants to be left alone for more than a minute is")
    func pause() throws {
        var patience = Patience.long
        #expect(!isOver(&patience, try answer(429, retryAfter: "60")))
        #expect(isOver(&patience, try answer(429, retryAfter: "61")))
    }
}
