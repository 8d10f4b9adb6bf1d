import Foundation
import Reactor
import Testing

@testable import ReactorRecording

@Suite("Golden recordings")
struct GoldenTests {
    private static let golden = GoldenRecordings(
        folder: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Golden").path())

    /// `GOLDEN_ADD=report.jsonl GOLDEN_NAME=shelf-lost-note.jsonl swift test --filter GoldenTests` adds one.
    @Test(
        "A recording is added under a new name",
        .enabled(if: ProcessInfo.processInfo.environment["GOLDEN_ADD"] != nil))
    func adds() throws {
        let environment = ProcessInfo.processInfo.environment
        let (path, name) = (try #require(environment["GOLDEN_ADD"]), try #require(environment["GOLDEN_NAME"]))
        try Self.golden.add(RecordingFile(path: path), as: name, catalog: Shelf.catalog)
    }

    @Test("Every golden recording is replayed as it was when it was added", arguments: try golden.names())
    func delivered(name: String) throws {
        let verification = try Self.golden.verify(name, catalog: Shelf.catalog)
        #expect(verification.finding == nil, "\(name)")
        #expect(verification.entries > 0)
    }

    @Test("One of them holds answers with what follows from them")
    func follows() throws {
        let recording = try Recording(path: "\(Self.golden.folder)/shelf-what-follows.jsonl")
        let heads = recording.lines.filter { line in
            guard case .entry(let entry) = line, case .replace = entry.step, let group = entry.group else {
                return false
            }
            return group.index == 1 && group.count > 2
        }
        #expect(heads.count == 3)
    }

    @Test("There are golden recordings")
    func some() throws {
        #expect(try !Self.golden.names().isEmpty)
    }

    @Test("What is added is replayed from then on to the same digests, redacted or not, and never replaced")
    func frozen() async throws {
        let folder = JournalOnDisk()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        let golden = GoldenRecordings(folder: folder.path)
        var (recording, _) = try await recordedSession(seed: 3, count: 300)
        try golden.add(recording, as: "a.jsonl", catalog: Shelf.catalog)
        #expect(try golden.verify("a.jsonl", catalog: Shelf.catalog).checks >= 2)
        #expect(throws: ReplayError(.alreadyThere(path: "\(folder.path)/a.jsonl"))) {
            try golden.add(recording, as: "a.jsonl", catalog: Shelf.catalog)
        }
        var header = recording.header
        header.isRedacted = true
        var lines = recording.lines
        guard case .entry(var entry) = lines[0] else {
            Issue.record("the recording begins with no entry")
            return
        }
        entry.event?.gap = .redacted
        lines[0] = .entry(entry)
        recording = Recording(header: header, lines: lines)
        try golden.add(recording, as: "b.jsonl", catalog: Shelf.catalog)
        #expect(try golden.verify("b.jsonl", catalog: Shelf.catalog).isExact)
        #expect(try golden.names() == ["a.jsonl", "b.jsonl"])

        // A program that does another thing with the same events is caught.
        let other = EventCatalog<Shelf>(
            unregistered: .mark,
            events: Shelf.lines.filter { $0.name != "item.added" } + [
                .event(ItemAdded.self, as: "item.added", version: 2, upcasting: [1: { $0["title"] = "" }])
            ])
        #expect(try golden.verify("a.jsonl", catalog: other).finding != nil)
    }

    @Test("After a change of the state's form a recording says so, and is renewed")
    func renewed() async throws {
        let folder = JournalOnDisk()
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        let golden = GoldenRecordings(folder: folder.path)
        let (recording, _) = try await recordedSession(seed: 3, count: 60)
        try golden.add(recording, as: "a.jsonl", catalog: Shelf.catalog)
        let newer = EventCatalog<Shelf>(
            version: 2, upcasting: [1: { $0["owner"] = "everybody" }], unregistered: .mark, events: Shelf.lines)
        #expect(
            throws: ReplayError(
                .incomparable(
                    path: "\(folder.path)/a.jsonl", .version(recorded: 1, known: 2)))
        ) { try golden.verify("a.jsonl", catalog: newer) }
        try golden.renew("a.jsonl", catalog: newer)
        let verification = try golden.verify("a.jsonl", catalog: newer)
        #expect(verification.outcome == .same && verification.entries > 0)
        #expect(throws: (any Error).self) { try golden.verify("a.jsonl", catalog: Shelf.catalog) }
    }

    @Test("A recording that does not say what its end should be proves nothing")
    func withoutDigest() throws {
        let folder = try JournalOnDisk(crashed: sample(), lines: sample().lines)
        let golden = GoldenRecordings(folder: folder.path)
        #expect(throws: ReplayError(.withoutDigest(path: "\(folder.path)/segment-000001.jsonl"))) {
            try golden.verify("segment-000001.jsonl", catalog: Shelf.catalog)
        }
    }

    @Test("A recording is the same read whole, or from any entry on, from one file or a folder of segments")
    func readsFiles() async throws {
        let folder = JournalOnDisk()
        let configuration = JournalConfiguration(
            app: "tests", durability: .process, rotation: Rotation(entries: 10, keeping: nil), checkEvery: 4,
            gathering: .zero, now: { .zero })
        let opened = try await Core.open(
            journal: folder.path, initial: Shelf(), catalog: Shelf.catalog, configuration: configuration,
            runtime: Runtime(report: { _ in }))
        var scribbler = Scribbler(seed: 4)
        for _ in 0..<12 {
            await scribbler.scribble(on: opened.core, count: 8)
            _ = await opened.core.state
            try await opened.journal.durable()
        }
        let state = await opened.core.state
        try await opened.journal.close()
        #expect(try folder.segments.count > 3)
        let file = try RecordingFile(path: folder.path)
        let whole = try Recording(path: folder.path)
        var end = try Replay(of: file, catalog: Shelf.catalog)
        #expect(end.state == state)
        #expect(try Verification(of: file, catalog: Shelf.catalog).finding == nil)
        for seq in stride(from: UInt64(0), through: end.seq, by: 3) {
            let behind = try entries(file.lines(after: seq))
            #expect(behind == (try entries(whole.lines(after: seq))), "after \(seq)")
            #expect(behind.first?.seq == (seq < end.seq ? seq + 1 : nil), "after \(seq)")
        }
        let last = try RecordingFile(path: "\(folder.path)/\(try #require(try folder.segments.last))")
        var fromLast = try Replay(of: last, catalog: Shelf.catalog)
        #expect(fromLast.state == state)
        let playback = try Playback(of: file, every: 6, limit: 3, catalog: Shelf.catalog)
        #expect(playback.last == end.seq)
        #expect(throws: ReplayError.journal(.notJournal(path: "/nowhere"))) { try RecordingFile(path: "/nowhere") }
    }

    @Test("Read from a later file on, damage that had reached the disk is reported as if read from the beginning")
    func laterDamage() async throws {
        let folder = JournalOnDisk()
        let opened = try await Core.open(
            journal: folder.path, initial: Shelf(), catalog: Shelf.catalog,
            configuration: JournalConfiguration(
                app: "tests", durability: .process, rotation: Rotation(entries: 10, keeping: nil), gathering: .zero,
                now: { .zero }),
            runtime: Runtime(report: { _ in }))
        var scribbler = Scribbler(seed: 4)
        for _ in 0..<6 {
            await scribbler.scribble(on: opened.core, count: 8)
            _ = await opened.core.state
            try await opened.journal.durable()
        }
        try await opened.journal.close()
        let last = "\(folder.path)/\(try #require(try folder.segments.last))"
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: last)))
        let file = try RecordingFile(path: folder.path)
        let from = try RecordingFile(path: last).header.from
        #expect(from > 0)
        // The last line is the mark of the close, and all of it is on the disk.
        bytes[bytes.count - 30] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: last))
        #expect(throws: ReplayError.self) { _ = try entries(file.lines(after: 0)) }
        #expect(throws: ReplayError.self) { _ = try entries(file.lines(after: from)) }
    }

    private func entries(_ lines: RecordingLines) throws -> [JournalEntry] {
        var lines = lines
        var entries: [JournalEntry] = []
        while let line = try lines.next() {
            if case .entry(let entry) = line { entries.append(entry) }
        }
        return entries
    }
}
