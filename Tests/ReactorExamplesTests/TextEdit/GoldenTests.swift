import Foundation
import ReactorRecording
import Testing

@testable import ExampleTextEdit

@Suite("Golden recordings of textedit")
struct GoldenTests {
    private static let golden = GoldenRecordings(
        folder: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden").path)

    /// `textedit record trace.json new.jsonl`, and then
    /// `GOLDEN_ADD=new.jsonl GOLDEN_NAME=text-pasted.jsonl swift test --filter TextEditTests.GoldenTests` adds one.
    @Test(
        "A recording is added under a new name",
        .enabled(if: ProcessInfo.processInfo.environment["GOLDEN_ADD"] != nil))
    func adds() throws {
        let environment = ProcessInfo.processInfo.environment
        let (path, name) = (try #require(environment["GOLDEN_ADD"]), try #require(environment["GOLDEN_NAME"]))
        try Self.golden.add(SessionRecording(path), as: name, catalog: Document.catalog)
    }

    @Test("Every golden recording is replayed as it was when it was added", arguments: try golden.names())
    func replayed(name: String) throws {
        let verification = try Self.golden.verify(name, catalog: Document.catalog)
        #expect(verification.finding == nil, "\(name)")
        #expect(verification.entries > 0)
    }

    @Test("There are golden recordings")
    func some() throws {
        #expect(try !Self.golden.names().isEmpty)
    }
}
