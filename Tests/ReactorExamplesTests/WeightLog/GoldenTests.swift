import Foundation
import ReactorRecording
import Testing

@testable import WeightLog

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

    @Test("Every golden recording is told as it was when it was added", arguments: try golden.names())
    func told(name: String) throws {
        let verification = try Self.golden.verify(name, catalog: Weights.catalog)
        #expect(verification.finding == nil, "\(name)")
        #expect(verification.entries > 0)
    }

    @Test("There are golden recordings")
    func some() throws {
        #expect(try !Self.golden.names().isEmpty)
    }

    @Test("The golden week ends with what was not confirmed, above what was")
    func week() throws {
        var end = try Replay(of: RecordingFile(path: Self.golden.folder + "week.jsonl"), catalog: Weights.catalog)
        #expect(end.state.entries.map { "\($0.id) \($0.day) \($0.weight) \($0.status)" } == Self.weekEnd)
    }

    private static let weekEnd: [String] = []
}
