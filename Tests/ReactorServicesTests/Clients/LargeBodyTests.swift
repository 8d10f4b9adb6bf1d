import Foundation
import ReactorTestSupport
import Testing

@testable import ReactorServices
@testable import ReactorServicesSupport

@Suite("Large bodies")
struct LargeBodyTests {
    @Test("A body is passed to the closure in pieces, is not collected, and starts again with another attempt")
    func pieces() async throws {
        let answers = Locked([503, 200][...])
        let bench = try Bench(clock: JumpingClock()) { request, _ in
            let status = try #require(answers.withLock { $0.popFirst() })
            return .text(status, status == 200 ? "a large body" : "not now", for: request)
        }
        let pieces = Locked<[BodyPiece]>([])
        var request = MutableRequestProperties(.get, "/things/1/picture")
        request.onBody = { piece in pieces.withLock { $0.append(piece) } }
        let answer = try await bench.pipeline.send("BenchClient.picture", request)
        #expect(pieces.copy.map { String(decoding: $0.data, as: UTF8.self) } == ["a large body"])
        #expect(pieces.copy.map(\.offset) == [0])
        #expect(answer.raw.body.isEmpty)
        #expect(bench.network.arrivals.count == 2)
    }

    @Test("An error of the closure ends the call, which is not retried")
    func refused() async throws {
        struct Full: Error {}
        let bench = try Bench(clock: JumpingClock()) { request, _ in .text(200, "a large body", for: request) }
        var request = MutableRequestProperties(.get, "/things/1/picture")
        request.onBody = { _ in throw Full() }
        let error = await #expect(throws: (any Error).self) {
            try await bench.pipeline.send("BenchClient.picture", request)
        }
        #expect(error is ServiceError)
        #expect(bench.network.arrivals.count == 1)
    }
}
