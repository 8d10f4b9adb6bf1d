import Foundation
import Reactor
import ReactorRecordingSupport
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("The state of a journal that an app writes")
struct ReadingWithoutALockTests {
    typealias Numbered = SuspensionTests.Numbered
    typealias Numbers = SuspensionTests.Numbers
    typealias Desk = SuspensionTests.Desk

    @Test("The state is read while the journal is written, suspended and closed, without a lock or a change of files")
    func withoutALock() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            func read() throws -> [Int] {
                let (asked, files) = (Locked<[String]>([]), desk.disk.copy())
                desk.disk.setTrouble { _, call in
                    asked.withLock { $0.append(call) }
                    return nil
                }
                defer { desk.disk.setTrouble { _, _ in nil } }
                let state = try Numbers.catalog.state(of: "/journal", desk.disk)
                #expect(Set(asked.copy).isSubset(of: ["open", "read", "list", "stat", "size"]), "\(asked.copy)")
                for name in ["segment-000001.jsonl", "lock", "synced"] {
                    #expect(files["/journal/" + name] == desk.disk["/journal/" + name], "\(name)")
                }
                return state.all
            }
            #expect(try read() == [])
            opened.core.fire(events: [Numbered(number: 1), Numbered(number: 2)])
            await opened.core.settled()
            try await opened.journal.durable()
            #expect(try read() == [1, 2])
            try await opened.suspend()
            opened.core.fire(event: Numbered(number: 3))
            await opened.core.settled()
            #expect(try read() == [1, 2])
            try await opened.resume()
            try await opened.close()
            #expect(try read() == [1, 2, 3])
        }
    }

    @Test("The state is found although the writer removes the segment during the read")
    func rotated() async throws {
        for step in 1...12 {
            var desk = Desk()
            desk.rotation = Rotation(entries: 1, keeping: 1)
            try await desk.write(1)
            let later = Desk(disk: desk.disk.copy(), rotation: desk.rotation)
            try await later.write(2)
            let folder = JournalFolder("/journal")
            let (old, new) = (try folder.segments(desk.disk), try folder.segments(later.disk))
            #expect(old != new)
            let (disk, next) = (desk.disk, later.disk)
            let isMoved = Locked(false)
            let reader = Moving(base: disk, next: next, after: step, isMoved: isMoved)
            let state = try Numbers.catalog.state(of: "/journal", reader)
            #expect(state.all == [1] || isMoved.copy && state.all == [1, 2], "at call \(step)")
        }
    }

    @Test("A missing and a damaged journal throw their errors")
    func refused() async throws {
        let desk = Desk()
        #expect(throws: ReplayError.self) { try Numbers.catalog.state(of: "/journal", desk.disk) }
        try await desk.write(1, 2)
        let path = JournalFolder("/journal").segment(1)
        var bytes = try #require(desk.disk[path])
        bytes[bytes.count / 2] ^= 1
        desk.disk[path] = bytes
        #expect(throws: ReplayError.self) { try Numbers.catalog.state(of: "/journal", desk.disk) }
    }

    /// Files that, after a given call, have the content of a later moment.
    private struct Moving: FileSystem {
        let base: ModelFileSystem
        let next: ModelFileSystem
        let after: Int
        let isMoved: Locked<Bool>
        private let calls = Locked(0)

        init(base: ModelFileSystem, next: ModelFileSystem, after: Int, isMoved: Locked<Bool>) {
            (self.base, self.next, self.after, self.isMoved) = (base, next, after, isMoved)
        }

        private var now: ModelFileSystem {
            let count = calls.withLock { count in
                count += 1
                return count
            }
            if count > after { isMoved.withLock { $0 = true } }
            return count > after ? next : base
        }

        func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> any File { try now.open(path, mode) }
        func makeFolder(_ path: String) throws(SystemError) { try now.makeFolder(path) }
        func list(_ path: String) throws(SystemError) -> [String] { try now.list(path) }
        func rename(_ path: String, to other: String) throws(SystemError) { try now.rename(path, to: other) }
        func remove(_ path: String) throws(SystemError) { try now.remove(path) }
        func syncFolder(_ path: String) throws(SystemError) { try now.syncFolder(path) }
        func kind(of path: String) throws(SystemError) -> FileKind? { try now.kind(of: path) }
        func identity(of path: String) throws(SystemError) -> FileIdentity? { try now.identity(of: path) }
    }
}
