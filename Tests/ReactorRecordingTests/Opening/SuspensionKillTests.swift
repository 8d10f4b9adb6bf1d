import Foundation
import Reactor
import ReactorRecordingSupport
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("A process that ends while it suspends or resumes")
struct SuspensionKillTests {
    typealias Numbered = SuspensionTests.Numbered
    typealias Desk = SuspensionTests.Desk

    /// The way in which a system call fails.
    enum Wrong: CaseIterable {
        /// This one, and every later one: the process has ended.
        case killed
        /// The same, and the power fails with it.
        case powerLost
        /// This one alone.
        case refused
        case full
    }

    /// Fires, suspends, lets another process write, resumes and fires again, while the call `bad` of the app fails.
    ///
    /// - Returns: The acknowledged entries, all entries that the journal may contain in their order, and the calls of the app.
    private func run(
        _ desk: Desk, bad: Int, _ wrong: Wrong, othersWrite: Bool
    ) async -> (acknowledged: [Int], whole: [Int], calls: Int) {
        var acknowledged: [Int] = []
        var whole: [Int] = []
        let calls = Locked(0)
        @Sendable func trouble(_ isApp: Bool) {
            desk.disk.setTrouble { _, _ in
                guard isApp else { return nil }
                let call = calls.withLock { count in
                    count += 1
                    return count
                }
                switch wrong {
                case .killed, .powerLost: return call >= bad ? .error(EIO) : nil
                case .refused: return call == bad ? .error(EIO) : nil
                case .full: return call == bad ? .error(ENOSPC) : nil
                }
            }
        }
        trouble(false)
        guard let opened = try? await desk.open() else { return ([], [], 0) }
        do {
            try await opened.write(Numbered(number: 1))
            acknowledged = [1]
            whole = [1, 2, 3]
            opened.core.fire(events: [Numbered(number: 2), Numbered(number: 3)])
            trouble(true)
            try await opened.suspend()
            acknowledged = [1, 2, 3]
            trouble(false)
            opened.core.fire(event: Numbered(number: 4))
            await opened.core.settled()
            if othersWrite {
                try await desk.write(10, 11)
                acknowledged += [10, 11]
                whole = acknowledged
            }
            whole += [4, 5]
            trouble(true)
            do {
                try await opened.resume()
            } catch  where wrong == .refused || wrong == .full {
                // It is suspended as before.
                try await opened.resume()
            }
            try await opened.write(Numbered(number: 5))
            acknowledged = whole
        } catch {}
        trouble(false)
        let count = calls.copy
        if wrong == .powerLost {
            var random = SeededRandom(seed: UInt64(bad))
            desk.disk.losePower(&random)
        } else {
            desk.disk.kill()
        }
        return (acknowledged, whole, count)
    }

    @Test(
        "After a failure of any system call the journal opens, with all acknowledged entries in order and once",
        arguments: Wrong.allCases, [false, true])
    func everyCall(_ wrong: Wrong, othersWrite: Bool) async throws {
        try await Desk.simulated(seeds: Loops.always(1)) { desk in
            var desk = desk
            desk.durability = .durable
            let whole = await run(desk, bad: .max, wrong, othersWrite: othersWrite)
            #expect(whole.acknowledged == whole.whole && whole.calls > 15)
            for bad in 1...whole.calls {
                desk.disk = ModelFileSystem()
                let done = await run(desk, bad: bad, wrong, othersWrite: othersWrite)
                let again = try await desk.open()
                let found = await again.core.state.all
                let place = "\(wrong) at call \(bad)"
                #expect(found.count >= done.acknowledged.count, "\(place): \(found) of \(done.acknowledged)")
                #expect(found == Array(done.whole.prefix(found.count)), "\(place): \(found)")
                try await again.close()
            }
        }
    }

    @Test("A suspended journal has no locked file, and another process can write it")
    func systemLocks() async throws {
        let folder = JournalOnDisk()
        /// The files of the folder that occur in a list of locks.
        @Sendable func files(in locks: String) throws -> [String] {
            let inodes = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
                return (name, (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0)
            }
            return inodes.filter { locks.contains(":\($0.1) ") }.map(\.0).sorted()
        }
        /// By the system's information about each file that this process has open, and by its list of all locks. That list may
        /// miss a line while other processes lock and unlock, so it alone does not show the held locks.
        @Sendable func locked() throws -> [String] {
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo")
            let own = open.compactMap { try? String(contentsOfFile: "/proc/self/fdinfo/\($0)", encoding: .utf8) }
            let all = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
            return try files(in: own.joined() + all)
        }
        guard FileManager.default.fileExists(atPath: "/proc/locks") else { return }
        try await World.simulated(seeds: 1) { world in
            let opened = try await folder.open(Shelf(), Shelf.catalog, in: world)
            opened.core.fire(event: ItemAdded(id: 1, title: "a"))
            #expect(try locked() == ["lock", "segment-000001.jsonl"])
            try await opened.suspend()
            #expect(try locked() == [])
            opened.core.fire(event: ItemAdded(id: 2, title: "b"))
            await opened.core.settled()
            #expect(try locked() == [])
            let other = try await folder.open(Shelf(), Shelf.catalog, in: world)
            other.core.fire(event: ItemAdded(id: 3, title: "c"))
            try await other.close()
            #expect(try locked() == [])
            try await opened.resume()
            #expect(try locked() == ["lock", "segment-000001.jsonl"])
            #expect(await opened.core.state.items.map(\.id) == [1, 3, 2])
            try await opened.close()
            #expect(try locked() == [])
        }
        let verification = try Verification(of: RecordingFile(path: folder.path), catalog: Shelf.catalog)
        #expect(verification.finding == nil)
    }
}
