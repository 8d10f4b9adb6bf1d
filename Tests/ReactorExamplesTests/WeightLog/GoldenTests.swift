import Foundation
import ReactorRecording
import Testing

@testable import ExampleWeightLog

@Suite("Golden recordings of weightlog")
struct GoldenTests {
    private static let golden = GoldenRecordings(
        folder: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden").path())

    /// `GOLDEN_ADD=recording.jsonl GOLDEN_NAME=lost-weight.jsonl swift test --filter WeightLogTests.GoldenTests` adds one.
    @Test(
        "A recording is added under a new name",
        .enabled(if: ProcessInfo.processInfo.environment["GOLDEN_ADD"] != nil))
    func adds() throws {
        let environment = ProcessInfo.processInfo.environment
        let (path, name) = (try #require(environment["GOLDEN_ADD"]), try #require(environment["GOLDEN_NAME"]))
        try Self.golden.add(RecordingFile(path: path), as: name, catalog: Weights.catalog)
    }

    /// `GOLDEN_RENEW=week.jsonl swift test --filter WeightLogTests.GoldenTests`, after a change of the state's form.
    @Test(
        "A recording is renewed",
        .enabled(if: ProcessInfo.processInfo.environment["GOLDEN_RENEW"] != nil))
    func renews() throws {
        let name = try #require(ProcessInfo.processInfo.environment["GOLDEN_RENEW"])
        try Self.golden.renew(name, catalog: Weights.catalog)
    }

    @Test("Every golden recording is replayed as it was when it was added", arguments: try golden.names())
    func replayed(name: String) throws {
        let verification = try Self.golden.verify(name, catalog: Weights.catalog)
        #expect(verification.finding == nil, "\(name)")
        #expect(verification.entries > 0)
    }

    @Test("There are golden recordings")
    func some() throws {
        #expect(try !Self.golden.names().isEmpty)
    }

    @Test("The golden week ends with a deletion that was shown and not confirmed")
    func week() throws {
        let recording = try RecordingFile(path: "\(Self.golden.folder)/week.jsonl")
        var end = try Replay(of: recording, catalog: Weights.catalog)
        #expect(end.state.pending == [.delete(try record(4, "2026-01-05", "80.8"))])
        #expect(
            end.state.entries.map { "\($0.id) \($0.day) \($0.weight)" } == [
                "1 2026-01-02 81.4 kg", "2 2026-01-03 81.2 kg", "3 2026-01-04 81.0 kg", "5 2026-01-06 80.9 kg",
            ])
    }
}
