import Foundation
import ReactorServices
import Testing

@testable import WeightLog

@Suite("Patience")
struct PatienceTests {
    private func answer(_ status: Int, retryAfter: String? = nil) throws -> RetrySchedule.Ending {
        var response = Response(status: status, url: try #require(URL(string: "https://weights.example/")))
        response.headers["Retry-After"] = retryAfter
        return .response(response)
    }

    private func isOver(_ patience: inout Patience, _ ending: RetrySchedule.Ending) -> Bool {
        patience.isOver(after: ending)
    }

    @Test("It is over after so many failures in a row, and an answer begins the count anew")
    func row() throws {
        var patience = Patience(attempts: 3, timeout: .seconds(1))
        let failures: [RetrySchedule.Ending] = [
            .failure(GatewayError.connectionLost(host: "x")), try answer(500), .failure(CancellationError()),
        ]
        #expect(!isOver(&patience, failures[0]))
        #expect(!isOver(&patience, failures[1]))
        for status in [200, 404, 401, 501] {
            #expect(!isOver(&patience, try answer(status)))
            #expect(!isOver(&patience, failures[0]))
            #expect(!isOver(&patience, failures[1]))
        }
        #expect(isOver(&patience, failures[2]))
    }

    @Test("A server that wants to be left alone for more than a minute is")
    func pause() throws {
        var patience = Patience.long
        #expect(!isOver(&patience, try answer(429, retryAfter: "60")))
        #expect(isOver(&patience, try answer(429, retryAfter: "61")))
    }
}
