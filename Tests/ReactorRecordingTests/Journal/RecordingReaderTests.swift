import Foundation
import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("A recording that is read from its first line to its last")
struct RecordingReaderTests {
    private static func lines(_ path: String) throws -> [JournalLine] {
        var reader = try RecordingReader(path: path)
        var lines: [JournalLine] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }

    @Test("Whole lines that had reached the disk and are gone are named by where they were, read or opened")
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
            let missing = JournalError(
                .damaged(
                    JournalDamage(file: file, line: left + 1, offset: UInt64(kept.count), fault: .missing)))
            #expect(throws: missing) { try Self.lines(folder.path) }
            await #expect(throws: missing) { try await Pilot.open(folder.path, .off) }
        }
    }

    @Test("A file that goes on behind other lines than those before it is refused, though all of its own are right")
    func otherLinesBefore() throws {
        let scratch = try ScratchFolder()
        /// The first file of a journal in which a word was said, and its last check.
        func first(_ word: String) throws -> (Data, UInt32) {
            var writer = LineWriter()
            writer.write(
                JournalHeader(
                    id: "1", app: "pilot", at: .zero, schema: Pilot.catalog.schema, base: Array("{}".utf8), segment: 1))
            writer.write(JournalEntry(seq: 1, at: .zero, event: try Pilot.catalog.encode(Pilot.Said(word: word))))
            return (Data(writer.bytes), writer.crc)
        }
        let (said, crc) = try first("a")
        var second = LineWriter()
        second.write(
            JournalHeader(
                id: "1", app: "pilot", from: 1, at: .zero, schema: Pilot.catalog.schema, base: Array("{}".utf8),
                segment: 2, after: crc))
        _ = try scratch.file(JournalFolder.name(1), said)
        _ = try scratch.file(JournalFolder.name(2), Data(second.bytes))
        #expect(try Self.lines(scratch.path).count == 3)
        _ = try scratch.file(JournalFolder.name(1), try first("b").0)
        #expect(throws: JournalError.self) { try Self.lines(scratch.path) }
    }
}
