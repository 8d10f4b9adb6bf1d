import Foundation
import Reactor
import ReactorRecordingSupport
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("Closing a core and its journal")
struct ClosingTests {
    private func open(_ folder: JournalOnDisk, _ rotation: Rotation = Rotation()) async throws -> OpenedCore<Shelf> {
        try await Core.open(
            journal: folder.path, initial: Shelf(), catalog: Shelf.catalog,
            configuration: JournalConfiguration(
                app: "tests", durability: .process, rotation: rotation, gathering: .zero, now: { .zero }))
    }

    @Test("The digest of the last state is in the journal, however short the session was")
    func digest() async throws {
        let folder = JournalOnDisk()
        for session in 1...3 {
            let opened = try await open(folder)
            opened.core.fire(event: ItemAdded(id: session, title: "a"))
            try await opened.close()
        }
        let verification = try Verification(of: RecordingFile(path: folder.path), catalog: Shelf.catalog)
        #expect(verification.finding == nil)
        #expect(verification.checks == 3 && verification.lastDigest == 3)
        // A session without events has nothing to report.
        try await open(folder).close()
        #expect(try Verification(of: RecordingFile(path: folder.path), catalog: Shelf.catalog).checks == 3)
    }

    @Test("If only the journal is closed, there is no digest, because the last state is unknown")
    func journalAlone() async throws {
        let folder = JournalOnDisk()
        let opened = try await open(folder)
        opened.core.fire(event: ItemAdded(id: 1, title: "a"))
        await opened.core.settled()
        try await opened.journal.close()
        #expect(try Verification(of: RecordingFile(path: folder.path), catalog: Shelf.catalog).lastDigest == nil)
    }

    @Test("A full segment is followed by a new one with the last state, and the next opening reads only that")
    func segment() async throws {
        let folder = JournalOnDisk()
        let rotation = Rotation(bytes: 4_000, keeping: nil)
        let opened = try await open(folder, rotation)
        opened.core.fire(events: (0..<100).map { ItemAdded(id: $0, title: "a") as any Event })
        let state = await opened.core.state
        try await opened.close()
        #expect(try folder.segments.count == 2)

        let last = try RecordingFile(lastSegmentOf: folder.path)
        #expect(last.header.from == 100)
        var replay = try Replay(of: last, catalog: Shelf.catalog)
        #expect(replay.state == state)
        let again = try await open(folder, rotation)
        #expect(again.report.recovery.entries == 0 && again.report.recovery.seq == 100)
        #expect(await again.core.state == state)
        // One entry above it does not fill it.
        again.core.fire(event: ItemAdded(id: 100, title: "b"))
        try await again.close()
        #expect(try folder.segments.count == 2)
        replay = try Replay(of: RecordingFile(lastSegmentOf: folder.path), catalog: Shelf.catalog)
        #expect(replay.state.items.count == 101)
        #expect(try Replay(of: RecordingFile(path: folder.path), catalog: Shelf.catalog).seq == 101)
    }

    @Test("A journal opens on a full disk, and the core continues without a recording")
    func reopenedOnAFullDisk() async throws {
        let system = ModelFileSystem()
        let reports = Locked<[JournalReport]>([])
        var configuration = JournalConfiguration(
            app: "tests", durability: .process, flight: .off, gathering: .zero, now: { .zero },
            report: { report in reports.withLock { $0.append(report) } })
        configuration.fileSystem = system
        func open() async throws -> OpenedCore<Shelf> {
            try await Core.open(
                journal: "/journal", initial: Shelf(), catalog: Shelf.catalog, configuration: configuration)
        }
        let opened = try await open()
        opened.core.fire(event: ItemAdded(id: 1, title: "a"))
        try await opened.close()

        // The lock and the sync mark have had their space since they were first written; the segment would grow.
        let writes = Locked(0)
        system.setTrouble { _, call in
            guard call == "write" else { return nil }
            return writes.withLock { count in
                count += 1
                return count <= 2 ? nil : .error(ENOSPC)
            }
        }
        let again = try await open()
        #expect(try !WriterLock.isHeld(JournalFolder("/journal"), system), "another program can write it now")
        again.core.fire(event: ItemAdded(id: 2, title: "b"))
        #expect(await again.core.state.items.count == 2)
        await #expect(throws: JournalError.self) { try await again.journal.durable() }
        #expect(reports.copy.contains { if case .ended = $0 { true } else { false } })
        await again.core.close()
        system.setTrouble { _, _ in nil }
        let last = try await open()
        #expect(await last.core.state.items.map(\.id) == [1])
        try await last.close()
    }
}
