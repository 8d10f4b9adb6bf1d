import Foundation
import Reactor
import ReactorRecordingSupport
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("A suspended core")
struct SuspensionTests {
    struct Numbered: Event, Codable, Equatable { var number: Int }

    /// The operations, in order.
    struct Numbers: State, Codable, Equatable {
        var all: [Int] = []
        /// A child state that exists as long as there is a number.
        var first: First? { all.first.map { First(id: $0) } }

        mutating func react(to event: any Event) {
            switch event {
            case let event as Numbered: all.append(event.number)
            case is Reset<Numbers>: all = []
            default: break
            }
        }

        static let catalog = EventCatalog<Numbers>(events: [.event(Numbered.self, as: "numbered")])
    }

    struct First: State, Identifiable, Equatable {
        var id: Int
        mutating func react(to event: any Event) {}
    }

    /// One folder in memory, and the processes that open it: the app, and others.
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

        /// The content of the journal, replayed.
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

    @Test("A resolution has no effect if another process resolved the prediction, and a response is still placed")
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

    @Test("A prediction that another process left pending is in opened.pending after resume(), with ids and owner")
    func left() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            let (own, resolved) = (
                opened.core.predict(Numbered(number: 1)), opened.core.predict(Numbered(number: 2))
            )
            for round in 0..<2 {
                try await opened.suspend()
                if round == 0 { resolved.rollback() }
                let other = try await desk.open(leavesPending: true)
                let held = [3, 5].map { other.core.predict(Numbered(number: $0 + 10 * round)) }
                await other.core.settled()
                try await other.journal.close()
                withExtendedLifetime(held) {}
                try await opened.resume(
                    about: { $0.compactMap { ($0 as? Numbered)?.number } }, owner: { _ in Numbers.self })
                let numbers = opened.pending.map { $0.events.compactMap { ($0 as? Numbered)?.number } }
                #expect(numbers == (round == 0 ? [[3], [5]] : [[3], [5], [13], [15]]))
                #expect(await opened.core.isPending(about: 3 + 10 * round))
                #expect(await !opened.core.isPending(about: 1))
            }
            opened.pending[0].prediction.commit()
            opened.pending[3].prediction.commit(with: [Numbered(number: 4)])
            await opened.core.settled()
            #expect(await opened.core.state.all == [1, 3, 5, 13, 4])
            opened.core.fire(event: Reset<Numbers>())
            own.commit()
            #expect(await opened.core.state.all == [])
            #expect(await opened.core.pending == [])
            try await opened.close()
        }
    }

    @Test("A group, a Reset and an undo are written and performed again as one step")
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

    @Test("A read that waits for a change runs at the resumption if another process resolved the change")
    func waitingRead() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            let prediction = opened.core.predict(Numbered(number: 1))
            try await opened.suspend()
            let asked = Locked(0)
            async let reading: Void = opened.core.readBetweenChanges(limit: nil) {
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

    @Test(
        "Entries of another process are one value for each subscriber, and end the commands of a child they removed"
    )
    func foreignEntries() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            opened.core.fire(event: Numbered(number: 1))
            let first = opened.core.scope(to: \.first, default: First(id: 0))
            let (every, sums, started) = (Locked<[[Int]]>([]), Locked<[Int]>([]), Locked(0))
            let tokens = [
                opened.core.subscribe(to: \.all, delivery: .every, initial: false) { all in
                    every.withLock { $0.append(all) }
                },
                opened.core.subscribe(to: Derived(\Numbers.all) { $0.reduce(0, +) }) { sum in
                    sums.withLock { $0.append(sum) }
                },
            ]
            let handle = first.perform { core in
                started.withLock { $0 += 1 }
                try await core.runtime.clock.sleep(for: .seconds(3_600))
            }
            await opened.core.settled()
            try await opened.suspend()
            let other = try await desk.open()
            other.core.fire(event: Reset<Numbers>())
            for number in 5...7 { other.core.fire(event: Numbered(number: number)) }
            try await other.close()
            try await opened.resume()
            await opened.core.settled()
            #expect("\(await handle.outcome)" == "cancelled", "the child with another id is another one")
            #expect(every.copy == [[5, 6, 7], [5, 6, 7]], "the resumption, and the end of the command")
            #expect(sums.copy.suffix(2) == [1, 18])
            try await opened.close()
            _ = tokens
        }
    }

    @Test("An incomplete group is completed before the journal is suspended")
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

    @Test("A future entry that a caller waits for is written immediately, also if the wait began before the resumption")
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

    @Test("close() resumes a suspended core first, and the journal alone closes only if no entry waits")
    func closed() async throws {
        try await Desk.simulated { desk in
            let opened = try await desk.open()
            try await opened.suspend()
            opened.core.fire(event: Numbered(number: 1))
            await opened.core.settled()
            await #expect(throws: JournalError.suspended) { try await opened.journal.close() }
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
            await #expect(throws: JournalError.closed) { try await idle.journal.durable() }
        }
    }

    @Test("A process that ends after a resumption has not closed its journal", arguments: [false, true])
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

    @Test(
        "On a full disk suspend() throws and releases all locks, and a failed resume() can be retried")
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
            #expect(try desk.disk.open("/journal/lock", .update).tryLock())
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

    @Test("If a suspended core is released, the waiting entries are lost and reported, and all waits end")
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
        "The suspension of a journal whose folder was removed ends the recording and releases all locks",
        arguments: [Durability.process, .durable], ["/journal/lock", "/journal/segment-000001.jsonl"])
    func removed(_ durability: Durability, _ file: String) async throws {
        try await Desk.simulated { desk in
            var desk = desk
            desk.durability = durability
            let opened = try await desk.open()
            opened.core.fire(event: Numbered(number: 1))
            await opened.core.settled()
            // With `durable` nothing is left to be synced, so the suspension itself checks for the file.
            try await opened.journal.durable()
            desk.disk[file] = nil
            await #expect { try await opened.suspend() } throws: { ($0 as? JournalError)?.kind == .ended }
            #expect(try desk.disk.open("/journal/lock", .update).tryLock())
            await opened.core.close()
        }
    }

    @Test(
        "Unreadable entries of another process keep the core suspended, nothing is lost, and resume() can be retried"
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
                #expect(try desk.disk.open("/journal/lock", .update).tryLock())
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
            #expect(try desk.disk.open("/journal/lock", .update).tryLock())
            opened.core.fire(event: Numbered(number: 4))
            desk.disk[segment] = whole
            try await opened.resume()
            #expect(await opened.core.state.all == [1, 3, 2, 4])
            try await opened.close()
            #expect(try desk.replayed() == [1, 3, 2, 4])
        }
    }

    /// An event that only a newer program knows.
    private struct Renamed: Event, Codable {}
}
