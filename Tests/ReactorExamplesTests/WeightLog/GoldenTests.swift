import Foundation
import ReactorRecording
import ReactorTesting
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Golden recordings of weightlog")
struct GoldenTests {
    @Test("A recording is replayed as it was when it was added", arguments: ["story-withdrawn", "week"])
    func replayed(name: String) async throws {
        try await TestCore.verify(recording: "Golden/\(name).jsonl", catalog: Weights.catalog)
    }

    @Test("The golden week ends with a deletion that was shown and not confirmed")
    func week() throws {
        let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
        let recording = try RecordingFile(path: golden.appending(path: "week.jsonl").path())
        var end = try Replay(of: recording, catalog: Weights.catalog)
        #expect(end.state.pending == [.delete(try record(4, "2026-01-05", "80.8"))])
        #expect(
            end.state.entries.map { "\($0.id) \($0.day) \($0.weight)" } == [
                "1 2026-01-02 81.4 kg", "2 2026-01-03 81.2 kg", "3 2026-01-04 81.0 kg", "5 2026-01-06 80.9 kg",
            ])
    }
}
