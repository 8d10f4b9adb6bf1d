import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorTesting

@Suite("A test core behaves like a core")
struct ComparedCoresTests {
    @Test("A While and a For that hold at the beginning start their commands, which a test may stub")
    func beginning() async throws {
        let core = TestCore(
            state: Shelf(isOpen: true, x: 3),
            reactions: [
                .while(\.isOpen) { Work(note: 1) },
                .for(\.x) { Work(note: $0 * 10) },
            ])
        core.stub(Work.self) { work, core in core.fire(event: Noted(work.note + 1)) }
        try await core.receive(Noted(2)) { $0.notes = [2] }
        try await core.receive(Noted(31)) { $0.notes = [2, 31] }
        #expect(try await core.launched(Work.self).note == 1)
        #expect(try await core.launched(Work.self).note == 30)
        try await core.finish()
    }

    @Test("A Reset in an atomic group ends commands as part of the group")
    func resetInGroup() async throws {
        let core = TestCore(state: Shelf(notes: [5]))
        try await core.fire(command: Stand(), options: CommandOptions(owner: Shelf.self))
        try await core.fire(events: [Reset<Shelf>(), Noted(2)]) { $0 = Shelf(notes: [2]) }
        #expect(await core.core.state == core.state)
        try await core.finish()
    }

    @Test("The same script produces the same events and states in a core and a test core")
    func agrees() async throws {
        for seed in Loops.seeds(of: 2_000) {
            let (log, states) = await Script(seed: seed).playOnCore()
            do {
                try await Script(seed: seed).playOnTestCore(log, states)
            } catch {
                Issue.record("seed \(seed): \(error)")
                return
            }
        }
    }
}

// MARK: A shelf

private struct Leaf: State, Identifiable, Equatable {
    var id: Int
    mutating func react(to event: any Event) {}
}

private struct Shelf: State, Equatable {
    var isOpen = false
    var x: Int?
    var leaf: Leaf?
    var rows: KeyedRows<Int, Leaf> = []
    var books = RequestStatus<[Int], String>()
    var notes: [Int] = []
    var ends: [String] = []

    mutating func react(to event: any Event) {
        if books.react(to: event, as: "books") { return }
        switch event {
        case let event as Move: event.change(&self)
        case let event as Noted: notes.append(event.number)
        case let event as CommandEnded: ends.append("\(event.command) \(event.outcome)")
        case is Reset<Shelf>: self = Shelf()
        default: break
        }
    }

    static func reactions(_ gate: TestGate<Void>) -> [Reaction<Shelf>] {
        [
            .on(Noted.self) { $0.number % 5 == 0 ? Work(note: $0.number + 1) : nil },
            .while(\.isOpen, options: CommandOptions(owner: Shelf.self)) { Stand(gate: gate) },
            .for(\.x) { Stand(gate: gate, note: $0, change: Move { $0.x = nil }) },
        ]
    }
}

private struct Move: Event {
    let change: @Sendable (inout Shelf) -> Void
    init(_ change: @escaping @Sendable (inout Shelf) -> Void) { self.change = change }
}

private struct Noted: Event, Equatable {
    var number: Int
    init(_ number: Int) { self.number = number }
}

private struct Work: Command {
    var note: Int
    func execute(state: Shelf, core: Core<Shelf>) { core.fire(event: Noted(note)) }
}

/// Waits at a gate, then changes the state and fires a number.
private struct Stand: Command {
    var gate = TestGate<Void>(heedsCancellation: true)
    var note = 0
    var change: Move?

    func execute(state: Shelf, core: Core<Shelf>) async throws {
        try await gate.wait()
        if let change { core.fire(event: change) }
        core.fire(event: Noted(note))
    }
}

// MARK: The script

/// The history of a core: one entry for each event, with the state after it.
private final class Log: Middleware {
    typealias StateType = Shelf
    let entries = Locked<[(type: String, state: Shelf)]>([])

    func process(event: any Event, state: Shelf) {
        entries.withLock { $0.append(("\(type(of: event))", state)) }
    }
}

private struct NoProbe: CommandProbe {
    nonisolated(nonsending) func perform<Work: Command>(_ command: Work, core: Core<Work.StateType>) async throws
        -> Bool
    {
        false
    }
}

private struct Script {
    enum Step {
        case event(any Event)
        case command(CommandOptions, fails: Bool)
        case inPart(isRow: Bool)
        case pass(Int, fails: Bool)
        case load
        case predict(Int)
        case resolve(Int, isCommitted: Bool)
        case optimistic(Int)
        case cancelAll
        case time
    }

    let state: Shelf
    let steps: [Step]
    private let gate = TestGate<Void>(heedsCancellation: true)

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        state = Shelf(
            isOpen: random.chance(50), x: random.chance(50) ? 1 : nil, leaf: random.chance(50) ? Leaf(id: 1) : nil,
            rows: random.chance(50) ? [Leaf(id: 1)] : [])
        steps = (0..<(5 + random.below(25))).map { _ in Script.step(&random) }
    }

    private static func step(_ random: inout SeededRandom) -> Step {
        let (isOn, number) = (random.chance(50), random.below(4))
        switch random.below(18) {
        case 0: return .event(Move { $0.isOpen = isOn })
        case 1: return .event(Move { $0.x = number == 0 ? nil : number })
        case 2: return .event(Move { $0.leaf = isOn ? Leaf(id: 1) : nil })
        case 3: return .event(Move { if isOn { $0.rows.append(Leaf(id: 1)) } else { $0.rows.remove(id: 1) } })
        case 4: return .event(Noted(number * 5))
        case 5: return .event(Reset<Shelf>())
        case 6, 7:
            return .command(
                CommandOptions(
                    id: isOn ? "work" : nil, policy: random.pick(CommandPolicy.allCases) ?? .parallel,
                    owner: number < 2 ? Shelf.self : nil, debounce: number == 3 ? .seconds(1) : nil),
                fails: random.chance(30))
        case 8: return .inPart(isRow: isOn)
        case 9, 10, 11, 12: return .pass(number, fails: random.chance(25))
        case 13: return .load
        case 14: return .predict(number)
        case 15: return .resolve(number, isCommitted: isOn)
        case 16: return .optimistic(number)
        default: return random.chance(30) ? .cancelAll : .time
        }
    }

    /// Runs steps that require only the core.
    private func perform(_ step: Step, on core: Core<Shelf>, _ open: inout [Prediction]) {
        switch step {
        case .event, .command, .time: break
        case .inPart(let isRow):
            let leaf =
                isRow
                ? core.scope(to: \.rows, id: 1, default: Leaf(id: 0)) : core.scope(to: \.leaf, default: Leaf(id: 0))
            leaf.perform("reading") { [gate] core in
                try await gate.wait()
                core.fire(event: Noted(3))
            }
        case .pass(let place, let fails):
            if fails { gate.resumeOne(at: place, throwing: Broken()) } else { gate.resumeOne(at: place) }
        case .load:
            core.load("books", \.books, owner: Shelf.self) { [gate] _ in
                try await gate.wait()
                return [1]
            }
        case .predict(let number): open.append(core.predict(Noted(number)))
        case .resolve(let index, let isCommitted):
            guard open.indices.contains(index) else { break }
            let prediction = open.remove(at: index)
            if isCommitted { prediction.commit(with: [Noted(8)]) } else { prediction.rollback(with: [Noted(9)]) }
        case .optimistic(let number):
            core.perform("predicting") { [gate] core in
                try await core.optimistically(Noted(number)) { _ in
                    try await gate.wait()
                    return .commit(with: [Noted(number + 100)])
                } onFailure: { _ in
                    [Noted(number + 200)]
                }
            }
        case .cancelAll: core.cancelAll()
        }
    }

    private func command(fails: Bool) -> Stand { Stand(gate: gate, note: fails ? 6 : 7) }

    /// - Returns: the entries of each step, the beginning first, and the state after each.
    func playOnCore() async -> (log: [[(type: String, state: Shelf)]], states: [Shelf]) {
        let (executor, clock, log) = (TestExecutor(), ManualClock(), Log())
        let core = Core(
            state: state, middlewares: [log], reactions: Shelf.reactions(gate),
            dependencies: Dependencies(.test),
            runtime: executor.runtime(clock: clock, seed: 0, probe: NoProbe(), report: { _ in }))
        var (entries, states, open): ([[(type: String, state: Shelf)]], [Shelf], [Prediction]) = ([], [], [])
        for step in [nil] + steps.map({ $0 }) + [.cancelAll] {
            var settled = core.settling()
            await executor.run {
                switch step {
                case .event(let event): Script.fire(event, on: core)
                case .command(let options, let fails): core.fire(command: command(fails: fails), options: options)
                case .time: clock.advance(by: .seconds(1))
                case nil: break
                case let step?: perform(step, on: core, &open)
                }
                settled = core.settling()
            }
            await settled.wait()
            entries.append(
                log.entries.withLock { entries in
                    defer { entries = [] }
                    return entries
                })
            states.append(await core.state)
        }
        return (entries, states)
    }

    private static func fire(_ event: some Event, on core: Core<Shelf>) { core.fire(event: event) }

    func playOnTestCore(_ log: [[(type: String, state: Shelf)]], _ states: [Shelf]) async throws {
        let core = TestCore(state: state, reactions: Shelf.reactions(gate))
        var open: [Prediction] = []
        for (index, step) in ([nil] + steps.map { $0 } + [.cancelAll]).enumerated() {
            var entries = log[index]
            switch step {
            case .event(let event): try await Script.fire(event, on: core, &entries)
            case .command(let options, let fails):
                try await core.fire(command: command(fails: fails), options: options)
            case .time: await core.advance(by: .seconds(1))
            case nil: await core.settled()
            case let step?:
                perform(step, on: core.core, &open)
                await core.settled()
            }
            while let next = core.recorder.withLock({ $0.happenings.first }) {
                guard !entries.isEmpty else { throw Differs("step \(index): \(next) happened in the test core alone") }
                try await Script.look(at: next, entries.removeFirst(), on: core)
            }
            guard entries.isEmpty else { throw Differs("step \(index): \(entries) happened in the core alone") }
            guard core.state == states[index] else {
                throw Differs("step \(index): the states are \(states[index]) and \(core.state)")
            }
        }
        withExtendedLifetime(open) {}
    }

    private static func fire<Fired: Event>(
        _ event: Fired, on core: TestCore<Shelf>, _ entries: inout [(type: String, state: Shelf)]
    ) async throws {
        guard let own = entries.firstIndex(where: { $0.type == "\(Fired.self)" }) else {
            throw Differs("\(Fired.self) is not in \(entries)")
        }
        let before = own == 0 ? core.state : entries[own - 1].state
        let state = entries.remove(at: own).state
        try await core.fire(event: event, before == state ? nil : { $0 = state })
    }

    /// Asserts in the test core on the next entries of the core's history.
    private static func look(
        at next: CoreActivity<Shelf>, _ entry: (type: String, state: Shelf), on core: TestCore<Shelf>
    ) async throws {
        let change: ((inout Shelf) -> Void)? = next.before == next.after ? nil : { $0 = entry.state }
        switch entry.type {
        case "Noted":
            if next.predicted != nil {
                try await core.predicted(Noted.self, change)
            } else if next.committed != nil {
                try await core.committed(Noted.self, with: Noted.self, change: change)
            } else if next.rolledBack != nil {
                try await core.rolledBack(Noted.self, with: Noted.self, change: change)
            } else {
                try await core.receive(Noted.self, change)
            }
        case "Move": try await core.receive(Move.self, change)
        case "CommandEnded": try await core.receive(CommandEnded.self, change)
        case "StatusChange<Array<Int>>": try await core.receive(StatusChange<[Int]>.self, change)
        default: throw Differs("\(entry.type) was not expected")
        }
    }
}

private struct Differs: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
