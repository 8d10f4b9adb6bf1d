import Foundation
import Reactor
import ReactorTesting
import Testing

@testable import ReactorRecording

@Suite("Golden recordings")
struct GoldenTests {
    @Test("A recording of an older version is replayed as it was", arguments: ["shelf-random", "shelf-what-follows"])
    func golden(name: String) async throws {
        try await TestCore.verify(recording: "../Golden/\(name).jsonl", catalog: Shelf.catalog)
    }

    @Test("Undos that an older version recorded with counted ids take back the steps that they took back then")
    func countedSteps() throws {
        let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Golden")
        for (name, seq, text, steps) in [
            ("shelf-random", 101, "21737", [5, 0]), ("shelf-random", 255, "", [0, 1]),
            ("shelf-what-follows", 100, "566", [3, 1]), ("shelf-what-follows", 262, "3", [1, 2]),
        ] as [(String, UInt64, String, [Int])] {
            let recording = try Recording(path: golden.appending(path: "\(name).jsonl").path())
            var replay = try Replay(recording.header, catalog: Shelf.catalog)
            for line in recording.lines where replay.seq < seq { try replay.read(line) }
            let note = replay.state.note
            #expect(note.document.text == text && [note.undoCount, note.redoCount] == steps, "\(name) \(seq)")
        }
    }

    @Test("One of them contains responses with their consequences")
    func follows() throws {
        let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Golden")
        let recording = try Recording(path: golden.appending(path: "shelf-what-follows.jsonl").path())
        let heads = recording.lines.filter { line in
            guard case .entry(let entry) = line, case .replace = entry.step, let group = entry.group else {
                return false
            }
            return group.index == 1 && group.count > 2
        }
        #expect(heads.count == 3)
    }

    @Test("A renewed recording replays to its digests, also redacted or with another form of the state")
    func renewed() async throws {
        let folder = JournalOnDisk()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        let path = "\(folder.path)/a.jsonl"
        let (recording, _) = try await recordedSession(seed: 3, count: 300)
        var header = recording.header
        header.isRedacted = true
        var entries = recording.lines.compactMap { if case .entry(let entry) = $0 { entry } else { nil } }
        entries[0].event?.gap = .redacted
        try RecordingDraft(header: header, entries: entries).write(to: path)
        try RecordingFile.renewDigests(at: path, catalog: Shelf.catalog)
        let verification = try Verification(of: RecordingFile(path: path), catalog: Shelf.catalog)
        #expect(verification.outcome == .same && verification.isExact && verification.checks >= 2)
        #expect(verification.lastDigest == verification.seq)

        // A program that does another thing with the same events is caught.
        let other = EventCatalog<Shelf>(
            unregistered: .mark,
            events: Shelf.lines.filter { $0.name != "item.added" } + [
                .event(ItemAdded.self, as: "item.added", version: 2, upcasting: [1: { $0["title"] = "" }])
            ])
        #expect(try Verification(of: RecordingFile(path: path), catalog: other).finding != nil)

        let newer = EventCatalog<Shelf>(
            version: 2, upcasting: [1: { $0["owner"] = "everybody" }], unregistered: .mark, events: Shelf.lines)
        #expect(
            try Verification(of: RecordingFile(path: path), catalog: newer).outcome
                == .nothingToCompare(reason: "\(Verification.Incomparable.version(recorded: 1, known: 2))"))
        try RecordingFile.renewDigests(at: path, catalog: newer)
        #expect(try Verification(of: RecordingFile(path: path), catalog: newer).outcome == .same)
        #expect(throws: (any Error).self) {
            try Verification(of: RecordingFile(path: path), catalog: Shelf.catalog)
        }
    }
}
