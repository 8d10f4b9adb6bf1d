import Reactor
import ReactorRecordingSupport
import Testing

@testable import ReactorRecording

@Suite("The files of a journal belong together")
struct SegmentChainTests {
    private static let folder = JournalLife.folder

    /// A journal of several segments that was closed, with every entry.
    private static func make(_ count: Int = 23) throws -> ModelFileSystem {
        let disk = ModelFileSystem()
        var journal = try JournalLife(disk, rotation: Rotation(entries: 6, keeping: nil))
        for number in 0..<count {
            try journal.fire([number])
            try journal.keep(Array(0...number))
        }
        try journal.end()
        disk.kill()
        return disk
    }

    /// The remaining files, without the writer's lock.
    private static func files(_ disk: ModelFileSystem) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try disk.list(folder.path) where name != "lock" {
            files[name] = disk[Path.join(folder.path, name)]
        }
        return files
    }

    private static func refuses(_ disk: ModelFileSystem, _ comment: Comment) throws {
        let before = try files(disk)
        #expect(throws: JournalError.self, comment) {
            do { _ = try JournalLife(disk) } catch { throw JournalError.from(error, in: "") }
        }
        #expect(try files(disk) == before, comment)
        #expect(throws: JournalError.self, comment) {
            var reader = try RecordingReader(path: folder.path, disk)
            while try reader.next() != nil {}
        }
    }

    @Test(
        "An older file in place of the last one, or copied after it, is refused, with or without a mark",
        arguments: [true, false])
    func older(hasMark: Bool) throws {
        let made = try Self.make()
        let last = try #require(try Self.folder.segments(made).last)
        for place in [last, last + 1] {
            for older in 1..<place {
                let disk = made.copy()
                disk[Self.folder.segment(place)] = disk[Self.folder.segment(older)]
                if !hasMark { disk[Self.folder.syncMark] = nil }
                try Self.refuses(disk, "\(older) in the place of \(place)")
            }
        }
    }

    @Test("Salvage leaves out an older file, and reports it")
    func salvages() throws {
        let made = try Self.make()
        let last = try #require(try Self.folder.segments(made).last)
        for older in 1..<last {
            for place in [last, last + 1] {
                let disk = made.copy()
                disk[Self.folder.segment(place)] = disk[Self.folder.segment(older)]
                for beyond in [false, true] {
                    let target = "/copy-\(beyond)"
                    let report = try Salvage.copy(
                        from: Self.folder.path, to: target, beyondDamage: beyond, disk)
                    #expect(report.losses.map(\.damage.file) == [Self.folder.segment(place)])
                    #expect(report.losses.allSatisfy { $0.lines > 0 })
                    #expect(try Folded(target, disk).numbers == Array(0..<(place == last ? 18 : 23)))
                }
            }
        }
    }

    @Test("The removal of old segments preserves a file of another journal")
    func removesItsOwnAlone() throws {
        let disk = ModelFileSystem()
        var journal = try JournalLife(disk, rotation: Rotation(entries: 4, keeping: 2))
        var stranger = LineWriter()
        var header = JournalHeader.tally
        (header.id, header.app) = ("another", "tally")
        stranger.write(header)
        for number in 0..<40 {
            try journal.fire([number])
            try journal.keep(Array(0...number))
            if number == 10 { disk[Self.folder.segment(1)] = stranger.bytes }
        }
        #expect(disk[Self.folder.segment(1)] == stranger.bytes)
        #expect(try Self.folder.segments(disk).count == 3)
    }

    @Test("A file with the name of the next segment is not overwritten, and ends the recording")
    func keepsWhatCameBefore() throws {
        let disk = ModelFileSystem()
        var journal = try JournalLife(disk, rotation: Rotation(entries: 4, keeping: 1))
        try journal.fire([1])
        let stray: [UInt8] = Array("not yours\n".utf8)
        disk[Self.folder.segment(2)] = stray
        #expect(throws: JournalError.self) {
            for number in 2..<20 {
                try journal.fire([number])
                try journal.keep(Array(1...number))
            }
        }
        #expect(disk[Self.folder.segment(2)] == stray)
        #expect(disk[Self.folder.segment(1)] != nil)
    }
}
