import Foundation
import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("A reader of a recording")
struct RecordingReaderTests {
    private static func lines(_ path: String) throws -> [JournalLine] {
        var reader = try RecordingReader(path: path)
        var lines: [JournalLine] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }

    @Test("Missing lines that were synced are reported with their place, by a reader and by an opening")
    func missingLines() async throws {
        let folder = JournalOnDisk()
        let opened = try await Pilot.open(folder.path, .off)
        for word in ["a", "b", "c"] { opened.core.fire(event: Pilot.Said(word: word)) }
        try await opened.close()
        let file = "\(folder.path)/segment-000001.jsonl"
        let whole = try Data(contentsOf: URL(filePath: file))
        let count = try Self.lines(folder.path).count
        for left in 1..<count {
            let kept = whole.split(separator: UInt8(ascii: "\n")).prefix(left).flatMap { $0 + [UInt8(ascii: "\n")] }
            try Data(kept).write(to: URL(filePath: file))
            let missing = JournalError.damaged(
                JournalDamage(file: file, line: left + 1, offset: UInt64(kept.count), fault: .missing))
            #expect(throws: missing) { try Self.lines(folder.path) }
            await #expect(throws: missing) { try await Pilot.open(folder.path, .off) }
        }
    }

    @Test("A reader and a replay continue although the writer has removed their segments")
    func removedSegments() async throws {
        let folder = JournalOnDisk()
        let opened = try await Core.open(
            journal: folder.path, initial: Pilot(folder: folder.path), catalog: Pilot.catalog,
            configuration: JournalConfiguration(
                app: "pilot", durability: .process, rotation: Rotation(entries: 3, keeping: 2), flight: .off,
                now: { .zero }))
        func say(_ words: some Sequence<Int>) async throws {
            for word in words {
                try await opened.write(Pilot.Said(word: "\(word)"))
            }
        }
        try await say(0..<5)
        let before = try Self.lines(folder.path)
        var reader = try RecordingReader(path: folder.path)
        let file = try RecordingFile(path: folder.path)
        let last = try RecordingFile(lastSegmentOf: folder.path)
        let state = await opened.core.state
        let kept = try folder.segments
        try await say(5..<30)
        #expect(try Set(folder.segments).isDisjoint(with: kept))
        var lines: [JournalLine] = []
        while let line = try reader.next() { lines.append(line) }
        #expect(lines.starts(with: before))
        for file in [file, last] {
            var replay = try Replay(of: file, through: 5, catalog: Pilot.catalog)
            #expect(replay.seq == 5)
            #expect(replay.state == state)
            #expect(try file.ending() == .stillWritten)
        }
        try await opened.close()
    }
}
