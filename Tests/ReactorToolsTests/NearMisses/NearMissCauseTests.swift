import Reactor
import ReactorRecording
import ReactorTesting
import Testing

@testable import ReactorTools

/// A note that is shown so much later.
private struct ShowNote: Command {
    let number: Int
    let delay: Duration
    let sim: Simulation

    func execute(state: Wall, core: Core<Wall>) async throws {
        try await sim.pass(delay)
        core.fire(event: NoteCame(number: number))
    }
}

/// A note that nobody finds, after a while.
private struct FailToShow: Command {
    struct NotFound: Error {}

    let sim: Simulation

    func execute(state: Wall, core: Core<Wall>) async throws {
        try await sim.pass(.milliseconds(10))
        throw NotFound()
    }
}

/// A note that is predicted, and then said by a server, or refused with a word.
private struct SaveNote: Command {
    struct Refused: Error {}

    let number: Int
    let delay: Duration
    var isRefused = false
    let sim: Simulation

    func execute(state: Wall, core: Core<Wall>) async throws {
        try? await core.optimistically(NoteAsked()) { _ in
            try await sim.pass(delay)
            if isRefused { throw Refused() }
            return .commit(with: [NoteCame(number: number)])
        } onFailure: { _ in
            [NoteCame(number: number)]
        }
    }
}

/// A note that is read: what was predicted before it was asked stays above its answer.
private struct ReadNote: Command {
    let number: Int
    let delay: Duration
    let sim: Simulation

    func execute(state: Wall, core: Core<Wall>) async throws {
        let mark = core.mark()
        try await sim.pass(delay)
        core.fire(event: NoteCame(number: number), .authoritative(asOf: mark))
    }
}

/// A note that comes once another one has.
private struct ShowAfter: Command {
    let first: ShowNote
    let number: Int

    func execute(state: Wall, core: Core<Wall>) async throws {
        _ = await core.fire(command: first).outcome
        core.fire(event: NoteCame(number: number))
    }
}

@Suite("What near misses take for a cause, in what a core records")
struct NearMissCauseTests {
    private typealias Life = @Sendable (Core<Wall>, Simulation) async throws -> Void

    /// The journal of some lives of a program, one after the other.
    private func recorded(crashes: Bool = false, _ lives: Life...) async throws -> Recording {
        let disk = SimulatedDisk()
        try await Simulation.check(seeds: [1], options: SimulationOptions(runsTwice: false)) { sim in
            var random = sim.random
            for live in lives {
                let opened = try await Core.open(
                    journal: "/journal", initial: Wall(), catalog: Wall.catalog,
                    configuration: sim.journal("wall", on: disk), runtime: sim.runtime("wall"))
                try await live(opened.core, sim)
                await sim.settled()
                if crashes {
                    try await opened.journal.durable()
                    disk.crash(losesPower: false, &random)
                    await opened.core.close()
                } else {
                    try await opened.close()
                }
            }
        }
        let file = try disk.opened("/journal/segment-000001.jsonl", .read)
        return try Recording(bytes: file.readAll(Int(file.sized()), at: 0), named: "wall")
    }

    private func report(
        _ recording: Recording, _ invariant: Invariant<Wall> = Wall.sorted
    ) throws -> NearMissReport {
        var search = try NearMisses(in: recording, catalog: Wall.catalog, invariants: [invariant])
        return try search.run()
    }

    @Test("The answers to two predictions change places, and each is said to be of the command that predicted")
    func predictions() async throws {
        let recording = try await recorded { core, sim in
            core.fire(command: SaveNote(number: 1, delay: .milliseconds(20), sim: sim))
            core.fire(command: SaveNote(number: 2, delay: .milliseconds(40), sim: sim))
        }
        // What is committed takes the place of what was predicted, so the notes stay sorted.
        let first = Invariant<Wall>("the first is there before the second") {
            !$0.notes.contains(2) || $0.notes.contains(1)
        }
        let report = try report(recording, first)
        #expect(
            report.found.map(\.text) == [
                "'the first is there before the second' is broken when #4 note.came of SaveNote 2 comes before "
                    + "#3 note.came of SaveNote 1"
            ])
    }

    @Test("So do what two rollbacks say")
    func rollbacks() async throws {
        let recording = try await recorded { core, sim in
            core.fire(command: SaveNote(number: 1, delay: .milliseconds(20), isRefused: true, sim: sim))
            core.fire(command: SaveNote(number: 2, delay: .milliseconds(40), isRefused: true, sim: sim))
        }
        #expect(try report(recording).found.count == 1)
    }

    @Test("The beginning of a read belongs to its command, and stays behind what had landed before that was launched")
    func marks() async throws {
        let recording = try await recorded { core, sim in
            _ = await core.fire(command: ShowNote(number: 1, delay: .milliseconds(10), sim: sim)).outcome
            try await sim.pass(.milliseconds(10))
            _ = await core.fire(command: ReadNote(number: 2, delay: .milliseconds(10), sim: sim)).outcome
        }
        #expect(try report(recording).orders == 0)
    }

    @Test("Nothing passes the end of a program, whether it closed its journal or crashed", arguments: [false, true])
    func restarts(crashes: Bool) async throws {
        let life: Life = { core, sim in
            core.fire(event: NoteAsked())
            let number = await core.state.notes.count + 1
            _ = await core.fire(command: ShowNote(number: number, delay: .milliseconds(10), sim: sim)).outcome
            core.fire(event: NoteAsked())
        }
        // Of each life, an answer is slower than what is asked behind it, and not than the life.
        #expect(try report(try await recorded(crashes: crashes, life)).orders == 1)
        #expect(try report(try await recorded(crashes: crashes, life, life, life)).orders == 3)
    }

    @Test("A command of an earlier life that only failed says nothing of when one of the next was launched")
    func failedBefore() async throws {
        let recording = try await recorded(
            { core, sim in
                for _ in 1...2 { _ = await core.fire(command: FailToShow(sim: sim)).outcome }
            },
            { core, sim in
                _ = await core.fire(command: ShowNote(number: 1, delay: .milliseconds(10), sim: sim)).outcome
                try await sim.pass(.milliseconds(10))
                _ = await core.fire(command: ShowNote(number: 2, delay: .milliseconds(10), sim: sim)).outcome
            })
        #expect(try report(recording).orders == 0)
    }

    @Test("A prediction that is resolved in another life is not known to be the answer to anything")
    func resumed() async throws {
        let disk = SimulatedDisk()
        try await Simulation.check(seeds: [1], options: SimulationOptions(runsTwice: false)) { sim in
            var random = sim.random
            func open() async throws -> OpenedCore<Wall> {
                try await Core.open(
                    journal: "/journal", initial: Wall(), catalog: Wall.catalog,
                    configuration: sim.journal("wall", on: disk), runtime: sim.runtime("wall"))
            }
            let first = try await open()
            first.core.fire(command: SaveNote(number: 2, delay: .seconds(1_000), sim: sim))
            try await sim.pass(.milliseconds(10))
            try await first.journal.durable()
            disk.crash(losesPower: false, &random)
            await first.core.close()
            let second = try await open()
            _ = await second.core.fire(command: ShowNote(number: 1, delay: .milliseconds(10), sim: sim)).outcome
            // It is sent again only now.
            try await sim.pass(.milliseconds(10))
            for resumed in second.pending { resumed.prediction.commit(with: [NoteCame(number: 2)]) }
            try await second.close()
        }
        let file = try disk.opened("/journal/segment-000001.jsonl", .read)
        let recording = try Recording(bytes: file.readAll(Int(file.sized()), at: 0), named: "wall")
        #expect(recording.lines.count > 4)
        #expect(try report(recording).found.isEmpty)
    }

    @Test("What a command fires after one that it fired itself had answered stays behind it: it may have waited")
    func parents() async throws {
        let recording = try await recorded { core, sim in
            core.fire(
                command: ShowAfter(first: ShowNote(number: 1, delay: .milliseconds(10), sim: sim), number: 2))
        }
        #expect(try report(recording).orders == 0)
    }

    @Test("What a reaction's command fires stays behind the event, whatever the clock says")
    func reactions() throws {
        for event in [nil, 1] as [UInt64?] {
            var session = WallSession()
            try session.add(NoteCame(number: 1), of: 1, at: 100)
            try session.add(NoteCame(number: 2), of: 2, reactingTo: event, launchedAt: 50, at: 110)
            #expect(try session.search([Wall.sorted]).orders == (event == nil ? 1 : 0))
        }
    }

    @Test("So does what a command fires that a reaction's command fired")
    func reactionsOfParents() throws {
        var session = WallSession()
        try session.add(NoteCame(number: 1), of: 1, at: 100)
        try session.add(NoteCame(number: 2), of: 2, reactingTo: 1, launchedAt: 50, at: 110)
        try session.add(NoteCame(number: 3), of: 3, firedBy: 2, launchedAt: 60, at: 120)
        // It may come before what fired it says something, and not before what that was the answer to.
        #expect(try session.search([]).orders == 1)
    }

    @Test("An answer that holds what somebody entered or predicted never comes before that: a server had it in between")
    func entered() throws {
        func orders(
            _ entered: String, _ answered: String, of launch: UInt64? = nil, at step: JournalStep = .event()
        ) throws -> Int {
            var session = WallSession()
            try session.add(NoteCame(number: 1), of: 1, launchedBefore: 0)
            try session.add(NoteNamed(name: entered), of: launch, launchedBefore: launch.map { _ in 1 }, step: step)
            try session.add(NoteNamed(name: answered), of: 2, launchedBefore: 0)
            return try session.search([]).orders
        }
        // The first answer comes behind what is entered, and behind the second; or the second comes before both.
        #expect(try orders("milk", "tea") == 3)
        #expect(try orders("milk", "milk") == 2)
        // The second answer comes before what is predicted, and before both.
        #expect(try orders("milk", "tea", of: 3, at: .begin(PredictionID(1))) == 2)
        #expect(try orders("milk", "milk", of: 3, at: .begin(PredictionID(1))) == 0)
        // What an answer brought may be in another one as well.
        #expect(try orders("milk", "milk", of: 3) == 2)
    }

    @Test("A clock that was set back between two answers does not say which command was launched first")
    func clock() throws {
        var session = WallSession()
        try session.add(NoteCame(number: 1), of: 1, at: 100)
        try session.add(NoteCame(number: 2), of: 2, launchedAt: 50, at: 60)
        #expect(try session.search([Wall.sorted]).orders == 0)
    }

    @Test("Entries are named by the numbers that they have in the recording, also behind one that was lost")
    func numbers() throws {
        var session = WallSession()
        try session.addLost()
        try session.add(NoteCame(number: 1), of: 1, launchedBefore: 0)
        try session.add(NoteCame(number: 2), of: 2, launchedBefore: 0)
        let found = try session.search([Wall.sorted]).found
        #expect(
            found.map(\.text) == [
                "'notes are sorted' is broken when #3 note.came of Ask 2 comes before #2 note.came of Ask 1"
            ])
    }
}
