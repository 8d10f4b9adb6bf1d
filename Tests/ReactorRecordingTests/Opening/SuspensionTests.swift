import Foundation
import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("An opened core that is suspended")
struct SuspensionTests {
    struct Numbered: Event, Codable, Equatable { var number: Int }

    /// What was done, in order.
    struct Numbers: State, Codable, Equatable {
        var all: [Int] = []

        mutating func react(to event: any Event) {
            switch event {
            case let event as Numbered: all.append(event.number)
            case is Reset<Numbers>: all = []
            default: break
            }
        }

        static let catalog = EventCatalog<Numbers>(events: [.event(Numbered.self, as: "numbered")])
    }

    /// One folder in memory, and who opens it: the app, and others beside it.
    struct Desk: Sendable {
        var disk = ModelFileSystem()
        var rotation = Rotation()
        var capacity = 4_096
        var durability = Durability.process
        var world = World()
        let reports = Locked<[String]>([])
        let journalReports = Locked<[JournalReport]>([])

        func configuration() -> JournalConfiguration {
            var configuration = JournalConfiguration(
                app: "tests", durability: durability, rotation: rotation, checkEvery: 3, capacity: capacity,
                gathering: .zero, now: { .zero },
                report: { [journalReports] report in journalReports.withLock { $0.append(report) } })
            configuration.fileSystem = disk
            world.writing(&configuration)
            return configuration
        }

        func open(
            leavesPending: Bool = false, catalog: EventCatalog<Numbers> = Numbers.catalog
        ) async throws -> OpenedCore<Numbers> {
            var runtime = world.runtime()
            runtime.report = { [reports] report in reports.withLock { $0.append("\(report)") } }
            return try await Core.open(
                journal: "/journal", initial: Numbers(), catalog: catalog, configuration: configuration(),
                leavesPending: leavesPending, runtime: runtime)
        }

        /// Does something with a new folder in the orders of some seeds.
        static func simulated(
            seeds: Int = Loops.always(10), _ body: @escaping @Sendable (Desk) async throws -> Void
        ) async throws {
            try await World.simulated(seeds: seeds) { try await body(Desk(world: $0)) }
        }

        /// Another process writes these.
        func write(_ numbers: Int...) async throws {
            let other = try await open(leavesPending: true)
            other.core.fire(events: numbers.map { Numbered(number: $0) as any Event })
            try await other.close()
        }

        /// What the journal holds, replayed.
        func replayed() throws -> [Int] {
            var reader = try RecordingReader(path: "/journal", disk)
            var replay: Replay<Numbers>?
            while let line = try reader.next() {
                if replay == nil, case .header(let header) = line {
                    replay = try Replay(header, catalog: Numbers.catalog)
                } else {
                    try replay?.read(line)
                }
            }
            return replay?.state.all ?? []
        }
    }

    @Test("Holds nothing that is locked, goes on in memory, and writes what has waited when it resumes")
    func goesOn() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            opened.core.fire(event: Numbered(number: 1))
            try await opened.suspend()
            #expect(try desk.replayed() == [1])
            for path in ["/journal/lock", JournalFolder("/journal").segment(1)] {
                #expect(try desk.disk.opened(path, .update).triedLock(), "\(path)")
            }
            opened.core.fire(event: Numbered(number: 2))
            #expect(await opened.core.state.all == [1, 2])
            #expect(try desk.replayed() == [1])
            #expect(try await opened.resume() == nil)
            try await opened.journal.durable()
            #expect(try desk.replayed() == [1, 2])
            await #expect(throws: JournalError.self) { try await desk.open() }
            try await opened.close()
            #expect(try desk.replayed() == [1, 2])
        }
    }

    @Test("What another process wrote meanwhile comes first, and what was done here is done again on top of it")
    func folds() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            opened.core.fire(event: Numbered(number: 1))
            try await opened.suspend()
            opened.core.fire(event: Numbered(number: 10))
            let seen = Locked<[[Int]]>([])
            let subscription = opened.core.subscribe(to: \.all) { numbers in seen.withLock { $0.append(numbers) } }
            await opened.core.settled()
            try await desk.write(2, 3)
            let found = try #require(try await opened.resume())
            #expect(found.recovery.seq == 3)
            #expect(await opened.core.state.all == [1, 2, 3, 10])
            await opened.core.settled()
            #expect(seen.copy == [[1, 10], [1, 2, 3, 10]])
            opened.core.fire(event: Numbered(number: 11))
            try await opened.close()
            #expect(try desk.replayed() == [1, 2, 3, 10, 11])
            let again = try await desk.open()
            #expect(await again.core.state.all == [1, 2, 3, 10, 11])
            #expect(again.report.recovery.ending == .closed)
            try await again.close()
            withExtendedLifetime(subscription) {}
        }
    }

    @Test("The predictions of a suspended core stay pending beside another writer, and its numbers are its own")
    func predictions() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            let first = opened.core.predict(Numbered(number: 1))
            let mark = opened.core.mark()
            try await opened.suspend()
            let second = opened.core.predict(Numbered(number: 2))

            let other = try await desk.open(leavesPending: true)
            #expect(other.pending.isEmpty)
            #expect(await other.core.pending == [first.id])
            let theirs = other.core.predict(Numbered(number: 20))
            other.core.fire(event: Numbered(number: 21))
            let left = other.core.predict(Numbered(number: 22))
            #expect(theirs.id > second.id)
            theirs.commit()
            try await other.suspend()

            #expect(try await opened.resume() != nil)
            #expect(await opened.core.state.all == [1, 20, 21, 22, 2])
            #expect(await opened.core.pending == [first.id, second.id, left.id].sorted())
            first.rollback()
            opened.core.fire(event: Numbered(number: 3), .authoritative(asOf: mark))
            second.commit()
            #expect(await opened.core.state.all == [3, 20, 21, 22, 2])
            #expect(opened.core.predict(Numbered(number: 4)).id > left.id)
            try await opened.suspend()
            #expect(try await other.resume() != nil)
            left.rollback()
            #expect(await other.core.state.all == [3, 20, 21, 2])
            try await other.close()
            #expect(try await opened.resume() != nil)
            #expect(await opened.core.state.all == [3, 20, 21, 2])
            try await opened.close()
            #expect(try desk.replayed() == [3, 20, 21, 2])
            #expect(desk.reports.copy.filter { !$0.contains("prediction") } == [])
        }
    }

    @Test("Where another has taken its predictions over, its word comes too late, and an answer is still placed")
    func takenOver() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            let (committed, answered, late) = (
                opened.core.predict(Numbered(number: 1)), opened.core.predict(Numbered(number: 2)),
                opened.core.predict(Numbered(number: 3))
            )
            let (used, kept) = (opened.core.mark(), opened.core.mark())
            try await opened.suspend()
            committed.commit()
            answered.commit(with: [Numbered(number: 4)])
            opened.core.fire(event: Numbered(number: 5), .authoritative(asOf: used))
            let other = try await desk.open()
            #expect(other.pending.count == 3)
            for pending in other.pending { pending.prediction.rollback() }
            other.core.fire(event: Numbered(number: 9))
            try await other.close()

            try await opened.resume()
            #expect(await opened.core.state.all == [9, 4, 5])
            late.commit()
            opened.core.fire(event: Numbered(number: 6), .authoritative(asOf: kept))
            opened.core.fire(event: Numbered(number: 7))
            #expect(await opened.core.state.all == [9, 4, 5, 6, 7])
            try await opened.close()
            #expect(try desk.replayed() == [9, 4, 5, 6, 7])
            #expect(desk.reports.copy.count == 1, "the commit that was dropped")
        }
    }

    @Test("What a prediction is about stays known, and who follows the state sees what was found")
    func about() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            let prediction = opened.core.predict(Numbered(number: 1), about: ["one"])
            try await opened.suspend()
            let seen = Locked<[[Int]]>([])
            let subscription = opened.core.subscribe(to: \.all) { numbers in seen.withLock { $0.append(numbers) } }
            await opened.core.settled()
            try await desk.write(2)
            try await opened.resume()
            await desk.world.settled()
            #expect(seen.copy.last == [1, 2])
            #expect(await opened.core.isPending(about: "one"))
            prediction.commit()
            try await opened.close()
            withExtendedLifetime(subscription) {}
        }
    }

    private struct Says: Command {
        let number: Int
        func execute(state: Numbers, core: Core<Numbers>) { core.fire(event: Numbered(number: number)) }
    }

    @Test("The numbers of marks and launches are its own beside another writer, while it is suspended and behind that")
    func ownNumbers() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            func says(_ opened: OpenedCore<Numbers>, _ number: Int) async {
                _ = await opened.core.fire(command: Says(number: number)).outcome
            }
            await says(opened, 1)
            var marks = [opened.core.mark().id]
            try await opened.suspend()
            await says(opened, 2)
            marks.append(opened.core.mark().id)
            let other = try await desk.open(leavesPending: true)
            for number in 3...6 {
                await says(other, number)
                marks.append(other.core.mark().id)
            }
            try await other.close()
            try await opened.resume()
            await says(opened, 7)
            marks.append(opened.core.mark().id)
            try await opened.close()
            #expect(Set(marks).count == 7)
            var reader = try RecordingReader(path: "/journal", desk.disk)
            var launches: [UInt64] = []
            while let line = try reader.next() {
                if case .entry(let entry) = line, let launch = entry.cause?.launch { launches.append(launch) }
            }
            #expect(Set(launches).count == 7 && launches.last == launches.max(), "\(launches)")
        }
    }

    @Test("A group is written as one, and is done again as one; so are a Reset and what was undone")
    func groups() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            try await opened.suspend()
            opened.core.fire(events: [Numbered(number: 1), Numbered(number: 2)])
            opened.core.fire(event: Reset<Numbers>())
            opened.core.fire(events: [Numbered(number: 3), Numbered(number: 4)])
            try await desk.write(7, 8)
            try await opened.resume()
            #expect(await opened.core.state.all == [3, 4])
            try await opened.close()
            #expect(try desk.replayed() == [3, 4])
            var reader = try RecordingReader(path: "/journal", desk.disk)
            var groups: [Int] = []
            while let line = try reader.next() {
                if case .entry(let entry) = line { groups.append(entry.group?.count ?? 1) }
            }
            #expect(groups == [2, 2, 2, 2, 1, 2, 2])
        }
    }

    @Test("How much may wait is unlimited while it is suspended, and limited again when it has resumed")
    func room() async throws {
        try await Desk.simulated { desk in
            var desk = desk
            desk.capacity = 4
            let opening = try await Journal.open("/journal", desk.configuration(), into: 0) { _, _ in true }
            let encoding = JournalEncoding(Numbers.catalog)
            let header = JournalHeader(
                id: "", app: "", at: .zero, schema: Numbers.catalog.schema,
                base: try Numbers.catalog.encode(state: Numbers()).bytes(.canonical))
            let journal = try await opening.start(encoding.content, id: "test", header: header)
            let recorder = journal.recorder(encoding)
            try await journal.suspend()
            for number in 1...9 { recorder.record(.event(Numbered(number: number)), cause: nil) }
            #expect(recorder.room == .max)
            let found = try await journal.resume(into: 0, { _, _ in }) { _, _ in (nil, { _ in }) }
            #expect(found == nil)
            try await journal.durable()
            recorder.record(.event(Numbered(number: 10)), cause: nil)
            #expect(recorder.room <= 4)
            try await journal.close()
            #expect(try desk.replayed() == Array(1...10))
        }
    }

    @Test("A read that waits for a change which another has resolved is asked when it resumes")
    func waitingRead() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            let prediction = opened.core.predict(Numbered(number: 1))
            try await opened.suspend()
            let asked = Locked(0)
            async let reading: Void = opened.core.readBetweenChanges(about: [], isFirst: false, limit: nil) {
                asked.withLock { $0 += 1 }
                return [Numbered(number: 9)]
            }
            await desk.world.settled()
            #expect(asked.copy == 0)
            let other = try await desk.open()
            for pending in other.pending { pending.prediction.rollback() }
            try await other.close()
            try await opened.resume()
            await desk.world.settled()
            #expect(asked.copy == 1)
            try await reading
            #expect(await opened.core.state.all == [9])
            try await opened.close()
            withExtendedLifetime(prediction) {}
        }
    }

    @Test("Who waits for room goes on when nothing is taken any more")
    func waitsForRoom() {
        let buffer = StepBuffer(capacity: 1, seq: 0)
        defer { buffer.end() }
        buffer.append(.event(Numbered(number: 1), at: nil, .zero), lines: 1)
        let isRoom = Locked(false)
        buffer.whenRoom { isRoom.withLock { $0 = true } }
        #expect(!isRoom.copy)
        buffer.suspend(true)
        #expect(isRoom.copy)
    }

    @Test("A group of which the writer has a part is brought to its end before the journal is suspended")
    func partOfAGroup() async throws {
        try await Desk.simulated { desk in
            let opening = try await Journal.open("/journal", desk.configuration(), into: 0) { _, _ in true }
            let encoding = JournalEncoding(Numbers.catalog)
            let header = JournalHeader(
                id: "", app: "", at: .zero, schema: Numbers.catalog.schema,
                base: try Numbers.catalog.encode(state: Numbers()).bytes(.canonical))
            let journal = try await opening.start(encoding.content, id: "test", header: header)
            let recorder = journal.recorder(encoding)
            recorder.groupBegan()
            recorder.record(.event(Numbered(number: 1)), cause: nil)
            async let suspends: Void = journal.suspend()
            await desk.world.settled()
            #expect(await !journal.isSuspended)
            recorder.record(.event(Numbered(number: 2)), cause: nil)
            recorder.groupEnded()
            try await suspends
            #expect(try desk.replayed() == [1, 2])
            try await journal.close()
        }
    }

    @Test("Nothing that waits is claimed to be on the disk; a wait for it goes on when it is written")
    func durable() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            opened.core.fire(event: Numbered(number: 1))
            try await opened.suspend()
            try await opened.journal.durable()
            try await opened.journal.durable(through: 1)
            opened.core.fire(event: Numbered(number: 2))
            await opened.core.settled()
            for seq in [nil, 2] as [UInt64?] {
                await #expect(throws: CancellationError.self, "\(String(describing: seq))") {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { try await opened.journal.durable(through: seq) }
                        group.cancelAll()
                        try await group.waitForAll()
                    }
                }
            }
            async let last: Void = opened.journal.durable()
            async let second: Void = opened.journal.durable(through: 2)
            try await desk.write(8, 9)
            try await opened.resume()
            _ = try await (last, second)
            #expect(try desk.replayed() == [1, 8, 9, 2])
            try await opened.close()
        }
    }

    @Test("A wait for an entry that is still to come has it written at once, also where it began before the resumption")
    func durableOfWhatComes() async throws {
        try await Desk.simulated { desk in
            var desk = desk
            let (writing, clock) = (desk.world.writing, Locked<RuntimeClock?>(nil))
            desk.world.writing = { configuration in
                writing(&configuration)
                configuration.gathering = .seconds(3_600)
                clock.withLock { [now = configuration.clock] in $0 = now }
            }
            let opened = try await desk.open()
            try await opened.suspend()
            async let durable: Void = opened.journal.durable(through: 3)
            opened.core.fire(event: Numbered(number: 1))
            await desk.world.settled()
            try await opened.resume()
            try await opened.journal.durable(through: 1)
            let begin = try #require(clock.copy).now
            opened.core.fire(event: Numbered(number: 2))
            opened.core.fire(event: Numbered(number: 3))
            try await durable
            #expect(try #require(clock.copy).now - begin < .seconds(1_800))
            #expect(try desk.replayed() == [1, 2, 3])
            try await opened.close()
        }
    }

    @Test("A wait for what cannot be done any more when it resumes goes on then")
    func durableOfWhatIsDropped() async throws {
        for seq in [nil, 2] as [UInt64?] {
            try await Desk.simulated { desk in
                let opened = try await desk.open()
                let prediction = opened.core.predict(Numbered(number: 1))
                try await opened.suspend()
                prediction.commit()
                await opened.core.settled()
                async let durable: Void = opened.journal.durable(through: seq)
                await desk.world.settled()
                let other = try await desk.open()
                for pending in other.pending { pending.prediction.rollback() }
                try await other.close()
                try await opened.resume()
                try await durable
                try await opened.close()
                #expect(try desk.replayed() == [])
            }
        }
    }

    @Test("Suspended twice, resumed twice or without a suspension: the second does nothing")
    func twice() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            #expect(try await opened.resume() == nil)
            opened.core.fire(event: Numbered(number: 1))
            try await opened.suspend()
            opened.core.fire(event: Numbered(number: 2))
            try await opened.suspend()
            try await desk.write(5)
            async let first = opened.resume()
            async let second = opened.resume()
            let found = try await [first, second]
            #expect(found.count { $0 != nil } == 1)
            #expect(try await opened.resume() == nil)
            async let off: Void = opened.suspend()
            async let on = opened.resume()
            _ = try await (off, on)
            try await opened.close()
            #expect(try desk.replayed() == [1, 5, 2])
            await #expect(throws: JournalError(.closed)) { try await opened.suspend() }
            await #expect(throws: JournalError(.closed)) { try await opened.resume() }
        }
    }

    @Test("Closed while suspended, it resumes first; the journal alone is closed only where nothing waits")
    func closed() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            try await opened.suspend()
            opened.core.fire(event: Numbered(number: 1))
            await opened.core.settled()
            await #expect(throws: JournalError(.suspended)) { try await opened.journal.close() }
            let other = try await desk.open(leavesPending: true)
            await #expect { try await opened.close() } throws: { ($0 as? JournalError)?.kind == .locked }
            other.core.fire(event: Numbered(number: 2))
            try await other.close()
            opened.core.fire(event: Numbered(number: 3))
            try await opened.close()
            #expect(try desk.replayed() == [2, 1, 3])

            let idle = try await desk.open()
            try await idle.suspend()
            try await idle.journal.close()
            await #expect(throws: JournalError(.closed)) { try await idle.journal.durable() }
        }
    }

    @Test("Closed while suspended, nothing of it stays in memory")
    func nothingStays() async throws {
        final class Token: Sendable {}
        try await Desk.simulated { desk in
            weak var left: Token?
            let core: Core<Numbers>
            do {
                let token = Token()
                left = token
                var desk = desk
                let writing = desk.world.writing
                desk.world.writing = { configuration in
                    writing(&configuration)
                    configuration.report = { _ in withExtendedLifetime(token) {} }
                }
                let opened = try await desk.open()
                try await opened.suspend()
                try await opened.journal.close()
                core = opened.core
            }
            // The writer has gone, although the core has not.
            await desk.world.settled()
            #expect(left == nil)
            await core.close()
        }
    }

    @Test("More than the core may be ahead of its writer waits all the same, and a segment that is full is begun later")
    func muchWaits() async throws {
        try await Desk.simulated { desk in
            var desk = desk
            (desk.capacity, desk.rotation) = (4, Rotation(entries: 8, keeping: nil))
            let opened = try await desk.open()
            for number in 1...7 { opened.core.fire(event: Numbered(number: number)) }
            try await opened.suspend()
            for number in 8...60 { opened.core.fire(event: Numbered(number: number)) }
            #expect(await opened.core.state.all == Array(1...60))
            #expect(try JournalFolder("/journal").segments(desk.disk) == [1])
            try await desk.write(100, 101)
            try await opened.resume()
            try await opened.close()
            #expect(try desk.replayed() == Array(1...7) + [100, 101] + Array(8...60))
            #expect(try JournalFolder("/journal").segments(desk.disk).count > 1)
        }
    }

    @Test("Another process that began segments and removed the old ones is followed, and so is one whose end was torn")
    func rotatedAndTorn() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            opened.core.fire(event: Numbered(number: 1))
            try await opened.suspend()
            opened.core.fire(event: Numbered(number: 2))
            var rotating = desk
            rotating.rotation = Rotation(entries: 2, keeping: 1)
            for number in 10...19 { try await rotating.write(number) }
            let folder = JournalFolder("/journal")
            let last = try #require(try folder.segments(desk.disk).last)
            #expect(last > 1 && desk.disk[folder.segment(1)] == nil)
            desk.disk[folder.segment(last)] = (desk.disk[folder.segment(last)] ?? []) + Array("{\"seq\":12,\"at\"".utf8)
            let found = try #require(try await opened.resume())
            #expect(found.recovery.torn != nil)
            try await opened.close()
            #expect(try desk.replayed().suffix(2) == [19, 2])
            let again = try await desk.open()
            #expect(await again.core.state.all == [1] + Array(10...19) + [2])
            try await again.close()
        }
    }

    @Test("A process that ends behind a resumption has not closed its journal", arguments: [false, true])
    func killedBehindAResumption(othersWrite: Bool) async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            opened.core.fire(event: Numbered(number: 1))
            try await opened.suspend()
            if othersWrite { try await desk.write(2) }
            try await opened.resume()
            desk.disk.kill()
            let again = try await desk.open()
            #expect(again.report.recovery.ending == .unexpected)
            try await again.close()
            withExtendedLifetime(opened) {}
        }
    }

    @Test("A resumption that fails where nobody has written holds no lock either, and may be tried again")
    func fullDiskAlone() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            try await opened.suspend()
            opened.core.fire(event: Numbered(number: 1))
            let segment = JournalFolder("/journal").segment(1)
            // The writer's number is still written into the lock, and the segment is not.
            let writes = Locked(0)
            desk.disk.setTrouble { _, call in
                guard call == "write" else { return nil }
                let count = writes.withLock { count in
                    count += 1
                    return count
                }
                return count > 1 ? .error(ENOSPC) : nil
            }
            await #expect { try await opened.resume() } throws: { ($0 as? JournalError)?.code == ENOSPC }
            desk.disk.setTrouble { _, _ in nil }
            #expect(writes.copy > 1)
            for path in ["/journal/lock", segment] {
                #expect(try desk.disk.opened(path, .update).triedLock(), "\(path)")
            }
            try await opened.resume()
            try await opened.close()
            #expect(try desk.replayed() == [1])
        }
    }

    @Test("A process that ends while it is suspended leaves a closed journal, and the numbers after it are others")
    func killed() async throws {
        try await Desk.simulated { desk in
            do {
                let opened = try await desk.open()
                let held = opened.core.predict(Numbered(number: 1))
                try await opened.suspend()
                let lost = opened.core.predict(Numbered(number: 2))
                opened.core.fire(event: Numbered(number: 3))
                desk.disk.kill()
                withExtendedLifetime((held, lost)) {}
            }
            let again = try await desk.open()
            #expect(again.report.recovery.ending == .closed && again.report.unexpectedEnd == nil)
            #expect(again.pending.count == 1)
            #expect(again.core.predict(Numbered(number: 4)).id > PredictionID(2))
            try await again.close()
        }
    }

    @Test("Where the power goes while it is suspended the journal was closed, and the numbers after it are others")
    func powerLost() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            let held = opened.core.predict(Numbered(number: 1))
            try await opened.suspend()
            var random = desk.world.random
            desk.disk.losePower(&random)
            let again = try await desk.open()
            #expect(again.report.recovery.ending == .closed && again.pending.count == 1)
            #expect(again.core.predict(Numbered(number: 4)).id > PredictionID(JournalCounters.kept))
            try await again.close()
            withExtendedLifetime((opened, held)) {}
        }
    }

    @Test(
        "With a full disk it suspends with an error, and holds no lock either; resuming that fails may be tried again")
    func fullDisk() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            opened.core.fire(event: Numbered(number: 1))
            try await opened.suspend()
            opened.core.fire(event: Numbered(number: 2))
            await opened.core.settled()
            try await desk.write(5)
            desk.disk.setTrouble { _, call in call == "write" ? .error(ENOSPC) : nil }
            await #expect { try await opened.resume() } throws: { ($0 as? JournalError)?.code == ENOSPC }
            desk.disk.setTrouble { _, _ in nil }
            #expect(try desk.disk.opened("/journal/lock", .update).triedLock())
            try await opened.resume()
            try await opened.journal.durable()
            #expect(try desk.replayed() == [1, 5, 2])

            desk.disk.setTrouble { _, call in call == "write" ? .error(ENOSPC) : nil }
            opened.core.fire(event: Numbered(number: 3))
            await #expect { try await opened.suspend() } throws: { ($0 as? JournalError)?.code == ENOSPC }
            desk.disk.setTrouble { _, _ in nil }
            await #expect { try await opened.resume() } throws: { ($0 as? JournalError)?.kind == .ended }
            #expect(await opened.core.state.all == [1, 5, 2, 3])
            let again = try await desk.open()
            #expect(await again.core.state.all == [1, 5, 2])
            try await again.close()
        }
    }

    @Test("Where the core is released nobody can resume it: what waits is lost, which is reported, and no wait goes on")
    func released() async throws {
        for waits in [false, true] {
            try await Desk.simulated { desk in
                var opened: OpenedCore<Numbers>? = try await desk.open()
                let journal = try #require(opened?.journal)
                opened?.core.fire(event: Numbered(number: 1))
                try await opened?.suspend()
                if waits { opened?.core.fire(event: Numbered(number: 2)) }
                await opened?.core.settled()
                opened = nil
                await #expect { try await journal.durable(through: 9) } throws: { error in
                    (error as? JournalError)?.kind == (waits ? .ended : .unsuitable)
                }
                #expect(desk.journalReports.copy.count == (waits ? 1 : 0))
                #expect(try desk.replayed() == [1])
            }
        }
    }

    @Test(
        "A journal that is not in its folder any more is not suspended as if it were: it ends, and holds no lock",
        arguments: [Durability.process, .durable], ["/journal/lock", "/journal/segment-000001.jsonl"])
    func removed(_ durability: Durability, _ file: String) async throws {
        try await Desk.simulated { desk in
            var desk = desk
            desk.durability = durability
            let opened = try await desk.open()
            opened.core.fire(event: Numbered(number: 1))
            await opened.core.settled()
            // With `durable` nothing is left to be synced, so it is looked for at the suspension itself.
            try await opened.journal.durable()
            desk.disk[file] = nil
            await #expect { try await opened.suspend() } throws: { ($0 as? JournalError)?.kind == .ended }
            #expect(try desk.disk.opened("/journal/lock", .update).triedLock())
            await opened.core.close()
        }
    }

    @Test("Another journal in the place of its own is not gone on in")
    func replaced() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            opened.core.fire(event: Numbered(number: 1))
            try await opened.suspend()
            for path in [JournalFolder("/journal").segment(1), "/journal/synced"] { desk.disk[path] = nil }
            try await desk.write(2)
            await #expect { try await opened.resume() } throws: { ($0 as? JournalError)?.kind == .storage }
            await #expect(throws: JournalError.self) { try await opened.close() }
            await opened.core.close()
            try await opened.journal.close()
            #expect(try desk.replayed() == [2])
        }
    }

    @Test("Another journal that is as long as its own, in the same file, is not gone on in either")
    func replacedByOneAsLong() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            opened.core.fire(event: Numbered(number: 1))
            try await opened.suspend()
            let segment = JournalFolder("/journal").segment(1)
            let own = try #require(desk.disk[segment])
            for path in [segment, "/journal/synced"] { desk.disk[path] = nil }
            let other = try await desk.open()
            other.core.fire(event: Numbered(number: 2))
            try await other.suspend()
            try #require(desk.disk[segment]?.count == own.count)
            await #expect { try await opened.resume() } throws: { ($0 as? JournalError)?.kind == .storage }
            await opened.core.close()
            try await opened.journal.close()
            try await other.close()
            #expect(try desk.replayed() == [2])
        }
    }

    @Test("Behind what another process could not record a segment begins: who opens it next has lost nothing")
    func lostByAnother() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            opened.core.fire(event: Numbered(number: 1))
            try await opened.suspend()
            opened.core.fire(event: Numbered(number: 2))
            let unlisted = EventCatalog<Numbers>(unregistered: .mark, events: [.event(Numbered.self, as: "numbered")])
            let other = try await desk.open(leavesPending: true, catalog: unlisted)
            other.core.fire(event: Renamed())
            await other.core.settled()
            try await other.journal.durable()
            desk.disk.kill()
            let found = try #require(try await opened.resume())
            #expect(found.lost.count == 1)
            try await opened.close()
            let again = try await desk.open()
            #expect(again.report.lost == [])
            #expect(await again.core.state.all == [1, 2])
            try await again.close()
            withExtendedLifetime(other) {}
        }
    }

    @Test("What it has found when it resumed is on the disk: damage in that is refused, and no torn end")
    func damagedBehindAResumption() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            opened.core.fire(event: Numbered(number: 1))
            try await opened.suspend()
            let other = try await desk.open(leavesPending: true)
            other.core.fire(event: Numbered(number: 77))
            await other.core.settled()
            try await other.journal.durable()
            // Nobody has synced that.
            desk.disk.kill()
            try await opened.resume()
            desk.disk.kill()
            let segment = JournalFolder("/journal").segment(1)
            let text = String(decoding: try #require(desk.disk[segment]), as: UTF8.self)
            desk.disk[segment] = Array(text.replacing("\"number\":77", with: "\"number\":78").utf8)
            await #expect { try await desk.open() } throws: { ($0 as? JournalError)?.damage != nil }
            withExtendedLifetime((opened, other)) {}
        }
    }

    @Test(
        "What this one cannot read, of a newer program or damaged, keeps it suspended; nothing is lost, and it may be asked again"
    )
    func unreadable() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            opened.core.fire(event: Numbered(number: 1))
            try await opened.suspend()
            opened.core.fire(event: Numbered(number: 2))
            let newer = EventCatalog<Numbers>(
                events: [.event(Numbered.self, as: "numbered"), .event(Renamed.self, as: "renamed")])
            let other = try await desk.open(leavesPending: true, catalog: newer)
            other.core.fire(event: Renamed())
            try await other.close()
            for _ in 1...2 {
                await #expect(throws: ReplayError.self) { try await opened.resume() }
                #expect(try desk.disk.opened("/journal/lock", .update).triedLock())
            }
            await #expect(throws: ReplayError.self) { try await opened.close() }
            #expect(await opened.core.state.all == [1, 2])
            await opened.core.close()
        }
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            opened.core.fire(event: Numbered(number: 1))
            try await opened.suspend()
            opened.core.fire(event: Numbered(number: 2))
            try await desk.write(3)
            let segment = JournalFolder("/journal").segment(1)
            let whole = try #require(desk.disk[segment])
            var damaged = whole
            damaged[whole.count / 3] ^= 1
            desk.disk[segment] = damaged
            await #expect(throws: (any Error).self) { try await opened.resume() }
            #expect(try desk.disk.opened("/journal/lock", .update).triedLock())
            opened.core.fire(event: Numbered(number: 4))
            desk.disk[segment] = whole
            try await opened.resume()
            #expect(await opened.core.state.all == [1, 3, 2, 4])
            try await opened.close()
            #expect(try desk.replayed() == [1, 3, 2, 4])
        }
    }

    /// What only a newer program knows.
    private struct Renamed: Event, Codable {}
}
