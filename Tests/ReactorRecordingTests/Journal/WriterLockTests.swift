import Foundation
import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("The lock of a writer")
struct WriterLockTests {
    private func ending(_ folder: JournalOnDisk) throws -> JournalEnding {
        var reader = try RecordingReader(path: folder.path)
        while try reader.next() != nil {}
        return reader.ending
    }

    @Test("A second writer is refused although the file \"lock\" was deleted, and the first one reports the deletion")
    func lockIsDeleted() async throws {
        let folder = JournalOnDisk()
        let reports = Locked<[JournalReport]>([])
        let first = try await folder.open(Shelf(), Shelf.catalog, reports: reports)
        try await first.write(ItemAdded(id: 1, title: "a"))
        try FileManager.default.removeItem(atPath: folder.path + "/lock")
        await #expect(throws: JournalError.self) { try await folder.open(Shelf(), Shelf.catalog) }
        first.core.fire(event: ItemAdded(id: 2, title: "b"))
        await first.core.settled()
        await #expect(throws: JournalError.self) { try await first.journal.durable() }
        #expect(reports.copy.count == 1)
        let again = try await folder.open(Shelf(), Shelf.catalog)
        #expect(await again.core.state.items.first?.title == "a")
        try await again.journal.close()
    }

    @Test(
        "A journal is still written while its lock is held, whatever process id the file contains",
        arguments: ["2147483646\n", "", "not a number\n", "1\n"])
    func processID(text: String) async throws {
        let folder = JournalOnDisk()
        let opened = try await folder.open(Shelf(), Shelf.catalog)
        try await opened.write(ItemAdded(id: 3, title: "c"))
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/lock"))
        #expect(try ending(folder) == .stillWritten)
        try await opened.journal.close()
    }

    @Test("An ended process does not count as a writer, although a running process has its id")
    func endedWriter() async throws {
        let folder = JournalOnDisk()
        let opened = try await folder.open(Shelf(), Shelf.catalog)
        try await opened.write(ItemAdded(id: 4, title: "d"))
        // As a kill would leave it now.
        let left = JournalOnDisk()
        try? FileManager.default.removeItem(atPath: left.path)
        try FileManager.default.copyItem(atPath: folder.path, toPath: left.path)
        try Data("1\n".utf8).write(to: URL(fileURLWithPath: left.path + "/lock"))
        #expect(try ending(left) == .unexpected)
        try await opened.journal.close()
    }

    @Test(
        "No entry is acknowledged after the folder was deleted, and the core continues", arguments: [false, true])
    func folderIsDeleted(isMadeAnew: Bool) async throws {
        let folder = JournalOnDisk()
        let reports = Locked<[JournalReport]>([])
        let first = try await folder.open(Shelf(), Shelf.catalog, reports: reports)
        try await first.write(ItemAdded(id: 1, title: "a"))
        try FileManager.default.removeItem(atPath: folder.path)
        if isMadeAnew {
            let other = try await folder.open(Shelf(), Shelf.catalog)
            try await other.journal.close()
        }
        first.core.fire(event: ItemAdded(id: 2, title: "b"))
        await first.core.settled()
        await #expect(throws: JournalError.self) { try await first.journal.durable() }
        #expect(reports.copy.count == 1)
        first.core.fire(event: ItemAdded(id: 3, title: "c"))
        #expect(await first.core.state.items.count == 3)
    }
}
