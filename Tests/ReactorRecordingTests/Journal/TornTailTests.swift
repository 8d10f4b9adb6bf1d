import Foundation
import Reactor
import Testing

@testable import ReactorRecording

@Suite("What is set aside of a torn end")
struct TornTailTests {
    private static func torn() throws -> (disk: ModelFileSystem, tail: [UInt8]) {
        let disk = ModelFileSystem()
        var journal = try JournalLife(disk)
        for number in 0..<3 { try journal.fire([number]) }
        try journal.sync()
        disk.kill()
        let path = JournalLife.folder.segment(1)
        let tail = Array(#"{"seq":4,"at":"2026-02-0"#.utf8)
        disk[path] = (disk[path] ?? []) + tail
        return (disk, tail)
    }

    private static func besides(_ disk: ModelFileSystem) throws -> [String] {
        try disk.listed(JournalLife.folder.path).filter { $0.contains("torn") }
    }

    @Test(
        "A disk that is full at every opening gathers no files, and what was torn is still set aside in the end",
        arguments: ["write", "sync", "truncate", "syncFolder"])
    func fullDisk(call: String) throws {
        let (disk, tail) = try Self.torn()
        for _ in 0..<7 {
            disk.setTrouble { _, name in name == call ? .error(ENOSPC) : nil }
            #expect(throws: SystemError.self) { _ = try JournalLife(disk) }
            disk.setTrouble { _, _ in nil }
            disk.kill()
            #expect(try Self.besides(disk).count <= 1, "\(call)")
        }
        let life = try JournalLife(disk)
        #expect(life.recovered.numbers == [0, 1, 2])
        let aside = try #require(life.report.torn)
        #expect(disk[aside.file] == tail)
        #expect(try Self.besides(disk) == ["segment-000001.jsonl.torn"])
    }

    @Test("Another end that is torn later is set aside beside the first")
    func second() throws {
        let (disk, tail) = try Self.torn()
        _ = try JournalLife(disk)
        disk.kill()
        let path = JournalLife.folder.segment(1)
        disk[path] = (disk[path] ?? []) + Array("{\"se".utf8)
        let life = try JournalLife(disk)
        #expect(disk[JournalLife.folder.segment(1) + ".torn"] == tail)
        #expect(disk[try #require(life.report.torn).file] == Array("{\"se".utf8))
        #expect(try Self.besides(disk).count == 2)
    }
}
