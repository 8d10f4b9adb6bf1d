import Foundation
import ReactorLoopbackSupport
import Reactor
import ReactorServices
import ReactorTestSupport
import Testing

@testable import ExampleSnapshotUpload

@Suite("Uploads over a real connection", .enabled(if: LoopbackServer.isAvailable))
struct UploadLoopbackTests {
    @Test("The file arrives whole, the token at the API alone, and a step whose answer is lost is done once")
    func uploads() async throws {
        let server = try LoopbackServer(token: "the-token")
        let folder = try ScratchFolder()
        let file = try LocalFile(folder.file("a.png", Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 / 3) })))
        let store = try StateFile(folder.path + "/state")
        let uploader = try Uploader(
            server: server.api.description, token: "the-token", network: URLSessionNetworkAdapter(), store: store,
            options: SequenceRunnerOptions(retry: RetrySchedule(backoff: Backoff(base: .zero))))
        try await server.loseAnswers(1, under: "/snapshots")
        try await server.loseAnswers(1, under: "/uploads")
        let bytes = Locked<[Int]>([])
        let report = try await uploader.upload(file) { step in
            if let transfer = step.transfer { bytes.withLock { $0.append(transfer.bytes) } }
        }
        #expect(report.bytes == 700_000)
        #expect((bytes.copy.max() ?? 0) > 700_000)

        let arrivals = try await server.arrivals()
        #expect(
            arrivals.map(\.path) == [
                "/snapshots", "/snapshots", "/uploads/1", "/uploads/1", "/snapshots/1",
            ])
        #expect(arrivals.last?.method == "PUT")
        for arrival in arrivals {
            let holdsToken = arrival.headers.contains { $0.contains { $0.contains("the-token") } }
            #expect(holdsToken == (arrival.host == "api"))
        }
    }
}
