import Foundation
import Reactor
import ReactorRecordingSupport
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("A damaged journal")
struct JournalDamageTests {
    /// A journal of two sessions: first synced lines, then, unless it was closed, unsynced ones.
    private static func make(isClosed: Bool) throws -> (disk: ModelFileSystem, synced: Int, numbers: [Int]) {
        let disk = ModelFileSystem()
        var journal = try JournalLife(disk, checkEvery: 4)
        for number in 0..<2 { try journal.fire([number]) }
        try journal.fire([2, 3, 4])
        try journal.keep(Array(0..<5))
        try journal.sync()
        try journal.fire([5])
        try journal.fire([6, 7])
        if isClosed { try journal.end() } else { try journal.flush() }
        disk.kill()
        return (disk.copy(), isClosed ? 8 : 5, Array(0..<8))
    }

    private static let path = JournalLife.folder.segment(1)

    /// Opens it with other bytes, and returns the fault of the result, if there is one.
    private static func verdict(
        _ made: (disk: ModelFileSystem, synced: Int, numbers: [Int]), _ bytes: [UInt8], hasMark: Bool = true
    ) throws -> String? {
        guard let original = made.disk[path] else { return "no file" }
        let disk = made.disk.copy()
        disk[path] = bytes
        if !hasMark { disk[JournalLife.folder.syncMark] = nil }
        do {
            let life = try JournalLife(disk)
            let found = life.recovered.numbers
            if found != Array(made.numbers.prefix(found.count)) { return "read as something else: \(found)" }
            if hasMark && found.count < made.synced { return "lost what was synced: \(found)" }
            // Complete lines may be missing at an end that was never synced: they cannot be detected.
            let isCut = bytes.count < original.count && original.starts(with: bytes) && bytes.last == UInt8(ascii: "\n")
            if bytes != original && life.report.isClean && !isCut { return "different, and nothing was said" }
            if let torn = life.report.torn {
                let kept = disk[path] ?? []
                if kept + (disk[torn.file] ?? []) != bytes { return "what was cut off is not set aside" }
                if torn.bytes != UInt64(disk[torn.file]?.count ?? -1) { return "bytes are counted wrong" }
            }
            return nil
        } catch let error as JournalError {
            if disk[path] != bytes { return "changed, although it is damaged" }
            guard let damage = error.damage else { return error.description == "" ? "no words" : nil }
            let line = bytes.prefix(Int(damage.offset)).count { $0 == UInt8(ascii: "\n") } + 1
            return damage.line == line ? nil : "line \(damage.line) is named, and it is line \(line)"
        }
    }

    @Test("Cut at any byte, it is valid up to the cut or reports the missing part", arguments: [true, false])
    func cutAnywhere(isClosed: Bool) throws {
        let made = try Self.make(isClosed: isClosed)
        let bytes = try #require(made.disk[Self.path])
        for count in Loops.places(0...bytes.count, oneOf: 4) {
            #expect(try Self.verdict(made, Array(bytes.prefix(count))) == nil, "cut at \(count)")
            #expect(
                try Self.verdict(made, Array(bytes.prefix(count)), hasMark: false) == nil, "cut at \(count), no mark")
        }
    }

    @Test("Any bit that is flipped is found", arguments: [true, false])
    func flipAnything(isClosed: Bool) throws {
        let made = try Self.make(isClosed: isClosed)
        let bytes = try #require(made.disk[Self.path])
        // One bit of every fourth byte, another one from byte to byte.
        for bit in Loops.places(0...bytes.count * 8 - 1, oneOf: 35) {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << (bit % 8)
            #expect(try Self.verdict(made, flipped) == nil, "bit \(bit)")
            #expect(try Self.verdict(made, flipped, hasMark: false) == nil, "bit \(bit), no mark")
        }
    }

    @Test("Lines that are repeated, dropped or exchanged are found", arguments: [true, false])
    func moveAnyLine(isClosed: Bool) throws {
        let made = try Self.make(isClosed: isClosed)
        let bytes = try #require(made.disk[Self.path])
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) + [UInt8(ascii: "\n")] }
        func look(_ lines: [[UInt8]], _ what: String) throws {
            #expect(try Self.verdict(made, lines.flatMap { $0 }) == nil, "\(what)")
            #expect(try Self.verdict(made, lines.flatMap { $0 }, hasMark: false) == nil, "\(what), no mark")
        }
        for first in lines.indices {
            var dropped = lines
            dropped.remove(at: first)
            try look(dropped, "dropped \(first)")
            for second in lines.indices {
                var repeated = lines
                repeated.insert(lines[first], at: second)
                try look(repeated, "repeated \(first) before \(second)")
                guard first != second else { continue }
                var swapped = lines
                swapped.swapAt(first, second)
                try look(swapped, "swapped \(first) and \(second)")
                var moved = lines
                moved.insert(moved.remove(at: first), at: second)
                try look(moved, "moved \(first) to \(second)")
            }
        }
    }

    @Test(
        "A file that is not a recording is reported as such, with or without a newline, and a cut header as a cut line")
    func findsOtherFiles() throws {
        let disk = ModelFileSystem()
        func fault(_ text: String) -> LineFault? {
            disk["/a"] = Array(text.utf8)
            do {
                var reader = try RecordingReader(path: "/a", disk)
                _ = try reader.next()
                return nil
            } catch let error as JournalError {
                if error.kind == .notJournal && error.path == "/a" { return .notHeader }
                guard let damage = error.damage else { return nil }
                return damage.line == 1 && damage.offset == 0 ? damage.fault : nil
            } catch {
                return nil
            }
        }
        for text in ["", "hello", "hello\n", "{\"a\":1}", "{\"a\":1}\n", "{\"rea\n"] {
            #expect(fault(text) == .notHeader, "\(text)")
        }
        for text in ["{", "{\"rea", "{\"reactor\":1,\"id\":"] { #expect(fault(text) == .unfinished, "\(text)") }
    }

    @Test("A flipped bit in the mark file does not change the result")
    func flipTheMark() throws {
        let made = try Self.make(isClosed: true)
        let mark = try #require(made.disk[JournalLife.folder.syncMark])
        for bit in 0..<(mark.count * 8) {
            let disk = made.disk.copy()
            var flipped = mark
            flipped[bit / 8] ^= 1 << (bit % 8)
            disk[JournalLife.folder.syncMark] = flipped
            #expect(try JournalLife(disk).recovered.numbers == made.numbers, "bit \(bit)")
        }
    }

    @Test("A mark in a later line shows that an invalid line was synced, also without the mark file")
    func believesLaterMarks() throws {
        let disk = ModelFileSystem()
        var journal = try JournalLife(disk)
        for number in 0..<40 { try journal.fire([number], padding: 500) }
        try journal.sync()
        journal.beginBatch()
        try journal.fire([40])
        try journal.flush()
        disk.kill()
        var bytes = try #require(disk[Self.path])
        disk[JournalLife.folder.syncMark] = nil
        bytes[bytes.count / 2] ^= 1
        disk[Self.path] = bytes
        #expect(throws: JournalError.self) {
            do { _ = try JournalLife(disk) } catch { throw JournalError.from(error, in: "") }
        }
    }

    @Test("A missing file, or one of another journal, is found by a reader and by a tail")
    func missesSegments() throws {
        let disk = ModelFileSystem()
        func write(_ path: String) throws -> JournalFolder {
            let other = ModelFileSystem()
            var journal = try JournalLife(other, rotation: Rotation(entries: 5, keeping: nil))
            for number in 0..<22 {
                try journal.fire([number])
                try journal.keep(Array(0...number))
            }
            try journal.end()
            let folder = JournalFolder(path)
            for number in try JournalLife.folder.segments(other) {
                disk[folder.segment(number)] = other[JournalLife.folder.segment(number)]
            }
            try disk.makeFolders(path)
            return folder
        }
        func read(_ folder: JournalFolder) throws {
            var reader = try RecordingReader(path: folder.path, disk)
            while try reader.next() != nil {}
        }
        let folder = try write("/missing")
        let count = try folder.segments(disk).count
        #expect(count == 5)
        try read(folder)
        var follower = JournalFollower(folder, disk)
        disk[folder.segment(count)] = nil
        disk[folder.segment(2)] = nil
        let missing = JournalError.missingSegment(
            folder: folder.path, file: folder.segment(3), from: 10, expected: 5)
        #expect(throws: missing) { try read(folder) }

        // Followed from the first file, while the second never appears.
        let third = try #require(disk[folder.segment(3)])
        disk[folder.segment(3)] = nil
        disk[folder.segment(4)] = nil
        _ = try follower.poll()
        disk[folder.segment(3)] = third
        #expect(throws: missing) { _ = try follower.poll() }

        let exchanged = try write("/exchanged")
        let path = exchanged.segment(2)
        var header = JournalHeader.tally
        (header.app, header.id, header.from) = ("tally", "another", 5)
        var lines = LineWriter()
        lines.write(header)
        disk[path] = lines.bytes
        #expect(throws: JournalError.missingSegment(folder: "/exchanged", file: path, from: 5, expected: 5)) {
            try read(exchanged)
        }
    }

    @Test("A line with a valid checksum, and a number that does not follow the line before, is refused")
    func skippedNumber() throws {
        let disk = ModelFileSystem()
        var writer = LineWriter()
        writer.write(JournalHeader.tally)
        let offset = UInt64(writer.bytes.count)
        writer.write(JournalEntry(seq: 2, at: .zero, event: RecordedEvent(name: "a", payload: Array("{}".utf8))))
        disk[Self.path] = writer.bytes
        var reader = SegmentReader(LineSource(try disk.open(Self.path, .read)))
        _ = try reader.next()
        let fault = SegmentReader.Fault(line: 2, offset: offset, fault: .outOfSequence(found: 2, expected: 1))
        #expect(throws: fault) { try reader.next() }
    }

    @Test("Salvage copies the valid lines, on request those after the damage, and counts the rest")
    func salvages() throws {
        let made = try Self.make(isClosed: true)
        let bytes = try #require(made.disk[Self.path])
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) + [UInt8(ascii: "\n")] }
        for bad in 1..<lines.count {
            var damaged = lines
            damaged[bad][lines[bad].count / 2] ^= 1
            let disk = made.disk.copy()
            disk[Self.path] = damaged.flatMap { $0 }
            for beyond in [false, true] {
                let target = "/copy-\(beyond)"
                let report = try Salvage.copy(from: "/journal", to: target, beyondDamage: beyond, disk)
                #expect(report.losses.first?.damage.offset ?? 0 <= UInt64(lines[..<bad].joined().count))
                let folded = try Folded(target, disk)
                #expect(folded.entries.count == report.entries)
                // The group of the line is removed with it.
                let text = String(decoding: lines[bad], as: UTF8.self)
                let lost =
                    text.contains("\"group\":[")
                    ? (text.contains(",3]") ? [2, 3, 4] : [6, 7])
                    : made.numbers.filter { text.contains("{\"number\":\($0)}") }
                if beyond {
                    #expect(folded.numbers == made.numbers.filter { !lost.contains($0) }, "line \(bad + 1)")
                } else {
                    let count =
                        lost.first
                        ?? made.numbers.filter { number in
                            lines[..<bad].contains {
                                String(decoding: $0, as: UTF8.self).contains("{\"number\":\(number)}")
                            }
                        }.count
                    #expect(folded.numbers == Array(made.numbers.prefix(count)), "line \(bad + 1)")
                }
                #expect(report.losses.map(\.lines).reduce(0, +) >= 1, "line \(bad + 1)")
            }
        }
        #expect(throws: JournalError.notEmpty(folder: "/copy")) {
            made.disk["/copy/a"] = []
            _ = try Salvage.copy(from: "/journal", to: "/copy", beyondDamage: false, made.disk)
        }
    }
}
