import Foundation
import Reactor
import ReactorRecordingSupport
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("The tail of a journal")
struct JournalTailTests {
    /// Runs the next action at each sleep, and ends the task of the sleeper when none is left.
    private struct ScriptedClock: Clock {
        let script: Locked<[@Sendable () throws -> Void]>
        let minimumResolution = Duration.zero
        var now: ContinuousClock.Instant { ContinuousClock.now }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            guard let next = script.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { throw CancellationError() }
            try next()
        }
    }

    private static let folder = JournalLife.folder.path
    private static let segment = JournalLife.folder.segment(1)

    private static func numbers(_ lines: [JournalLine]) -> [Int] {
        lines.compactMap { if case .entry(let entry) = $0 { entry.number } else { nil } }
    }

    @Test("A tail returns existing entries, then new ones, in complete groups")
    func follows() async throws {
        let disk = ModelFileSystem()
        let journal = Locked(try JournalLife(disk, rotation: Rotation(entries: 6, keeping: nil)))
        let sleeps = Locked(0)
        @Sendable func write(_ numbers: [Int]) -> @Sendable () throws -> Void {
            {
                sleeps.withLock { $0 += 1 }
                try journal.withLock { journal in
                    try journal.fire(numbers)
                    try journal.keep([])
                    try journal.flush()
                }
            }
        }
        try write([1])()
        let clock = ScriptedClock(
            script: Locked([
                write([2]), write([3, 4, 5]), { sleeps.withLock { $0 += 1 } }, write([6]), write([7, 8]), write([9]),
            ]))
        var found: [JournalLine] = []
        for try await line in JournalTail(
            folder: Self.folder, every: .seconds(1), clock: RuntimeClock(clock), disk)
        {
            found.append(line.line)
        }
        #expect(Self.numbers(found) == Array(1...9))
        #expect(sleeps.copy == 7)
        #expect(try JournalLife.folder.segments(disk).count > 1)
    }

    @Test("A tail ends with its task, also while it sleeps")
    func ends() async throws {
        let disk = ModelFileSystem()
        var journal = try JournalLife(disk)
        try journal.fire([1])
        try journal.flush()
        let (asleep, sleeps) = AsyncStream.makeStream(of: Void.self)
        struct EndlessClock: Clock {
            let sleeps: AsyncStream<Void>.Continuation
            let never = AsyncStream.makeStream(of: Void.self)
            let minimumResolution = Duration.zero
            var now: ContinuousClock.Instant { ContinuousClock.now }
            func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
                sleeps.yield()
                // For ever, but for the end of the task.
                for await _ in never.stream {}
                throw CancellationError()
            }
        }
        let tail = JournalTail(
            folder: Self.folder, every: .seconds(1), clock: RuntimeClock(EndlessClock(sleeps: sleeps)), disk)
        let task = Task {
            var found: [JournalLine] = []
            for try await line in tail { found.append(line.line) }
            return found
        }
        for await _ in asleep { break }
        task.cancel()
        #expect(Self.numbers(try await task.value) == [1])
    }

    @Test("A tail waits at an incomplete end after a crash, and continues with the entries of the next writer")
    func waitsAtATear() throws {
        let disk = ModelFileSystem()
        var follower = JournalFollower(JournalLife.folder, disk)
        var journal = try JournalLife(disk)
        try journal.fire([1])
        try journal.sync()
        try journal.fire([2])
        try journal.flush()
        let whole = disk[Self.segment]?.count ?? 0
        try journal.fire([3])
        try journal.fire([4])
        try journal.flush()
        disk.kill()
        // The power failure left other bytes in place of the third line, and the complete fourth.
        try disk.open(Self.segment, .update).writeAll([0, 0, 0, 0], at: UInt64(whole + 4))
        #expect(Self.numbers(try follower.poll()) == [1, 2])
        #expect(try follower.poll().isEmpty)
        var next = try JournalLife(disk)
        #expect(next.report.torn != nil)
        #expect(try follower.poll().isEmpty)
        try next.fire([5])
        try next.flush()
        #expect(Self.numbers(try follower.poll()) == [5])
    }

    @Test("A tail throws for a damaged line that was synced, and for a removed or replaced file")
    func reportsDamage() throws {
        for hasNext in [false, true] {
            let disk = ModelFileSystem()
            var journal = try JournalLife(disk, rotation: Rotation(entries: 3, keeping: nil))
            for number in 1...2 { try journal.fire([number]) }
            if !hasNext { try journal.sync() }
            let place = (disk[Self.segment]?.count ?? 0) - 40
            if hasNext {
                var follower = JournalFollower(JournalLife.folder, disk)
                try journal.flush()
                let end = disk[Self.segment]?.count ?? 0
                #expect(Self.numbers(try follower.poll()) == [1, 2])
                for number in 3...4 { try journal.fire([number]) }
                try journal.keep([])
                #expect(try JournalLife.folder.segments(disk).count == 2)
                try disk.open(Self.segment, .update).writeAll([0], at: UInt64(end + 9))
                #expect(throws: JournalError.self) { try follower.poll() }
            } else {
                var follower = JournalFollower(JournalLife.folder, disk)
                try disk.open(Self.segment, .update).writeAll([0], at: UInt64(place))
                #expect(throws: JournalError.self) { try follower.poll() }
            }
        }
    }
}
