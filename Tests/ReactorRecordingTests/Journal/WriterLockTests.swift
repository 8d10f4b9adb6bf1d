import Foundation
import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("The right to write a journal")
struct WriterLockTests {
    @Test("A second writer is kept out although the file \"lock\" was deleted, and the first one says that it is gone")
    func lockIsDeleted() async throws {
        let folder = JournalOnDisk()
        let reports = Locked<[JournalReport]>([])
        let first = try await folder.open(Shelf(), Shelf.catalog, reports: reports)
        first.core.fire(event: ItemAdded(id: 1, title: "a"))
        await first.core.settled()
        try await first.journal.durable()
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
        "Nothing is acknowledged any more once the folder was deleted, and its core goes on", arguments: [false, true])
    func folderIsDeleted(isMadeAnew: Bool) async throws {
        let folder = JournalOnDisk()
        let reports = Locked<[JournalReport]>([])
        let first = try await folder.open(Shelf(), Shelf.catalog, reports: reports)
        first.core.fire(event: ItemAdded(id: 1, title: "a"))
        await first.core.settled()
        try await first.journal.durable()
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
