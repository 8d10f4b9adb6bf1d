import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Questions about commands")
struct CommandQuestions {
    @Test("A shared task first started inside a command that was later cancelled goes on, and serves others")
    func sharedTask() async {
        let gate = Gate<Void>()
        let cache = Cache(gate: gate)
        let core = Core(state: Notes(), runtime: .testing())
        let load = Errand { _, core in core.fire(event: Noted(await cache.value())) }
        let first = core.fire(command: load)
        await gate.arrived()
        first.cancel()
        #expect(await first.end == "cancelled")
        let second = core.fire(command: load)
        gate.open()
        #expect(await second.end == "finished")
        #expect(await core.state.numbers == [42])
    }

    @Test("A command that ignores cancellation and fires is refused, and ends once")
    func ignoresCancellation() async {
        let reports = Reports()
        let gate = Gate<Void>()
        let core = Core(state: Notes(), runtime: .testing(reports))
        let handle = core.fire(command: NoteAfter(gate, 1))
        await gate.arrived()
        handle.cancel()
        _ = await handle.outcome
        gate.open()
        await reports.reached(1)
        #expect(await handle.end == "cancelled")
        #expect(await core.state == Notes(ends: ["cancelled"]))
    }

    @Test("With the same id and different policies, each newcomer goes by its own")
    func differentPolicies() async {
        let gate = Gate<Void>()
        let core = Core(state: Notes(), runtime: .testing())
        func options(_ policy: CommandPolicy) -> CommandOptions { CommandOptions(id: "a", policy: policy) }
        let first = core.fire(command: NoteAfter(gate, 1), options: options(.enqueue))
        let dropped = core.fire(command: Note(2), options: options(.drop))
        let queued = core.fire(command: Note(3), options: options(.enqueue))
        #expect(await dropped.end == "dropped")
        #expect(await core.fire(command: Note(4), options: options(.parallel)).end == "finished")
        let restarting = core.fire(command: Note(5), options: options(.restart))
        #expect(await restarting.end == "finished")
        #expect(await first.end == "cancelled")
        #expect(await queued.end == "dropped")
        #expect(await core.state.numbers == [4, 5])
        gate.open()
    }

    @Test("A Reset of a scope from inside a command of that scope is applied, and cancels that command")
    func resetFromInside() async {
        let core = Core(state: Notes(), runtime: .testing())
        let gate = Gate<Void>()
        core.fire(event: Noted(1))
        let handle = core.perform(options: CommandOptions(owner: Notes.self)) { core in
            core.fire(event: Noted(2))
            core.fire(event: Reset<Notes>())
            core.fire(event: Noted(3))
            await gate.wait()
        }
        #expect(await handle.end == "cancelled")
        #expect(await core.state.numbers == [])
        #expect(await core.counts.refusedAsLate == 1)
        gate.open()
    }

    @Test("Nested, generic and enum states react, and start over by their own Reset")
    func shapesOfStates() async {
        let core = Core(state: App(), runtime: .testing())
        core.fire(event: Noted(1))
        core.fire(event: Opened())
        #expect(await core.state == App(list: Paged(items: [1]), screen: .open(count: 0)))
        core.fire(event: Noted(2))
        #expect(await core.state == App(list: Paged(items: [1, 2]), screen: .open(count: 1)))
        core.fire(event: Reset<Paged<Int>>())
        #expect(await core.state == App(list: Paged(items: []), screen: .open(count: 1)))
        core.fire(event: Reset<ScreenState>())
        #expect(await core.state == App(list: Paged(items: []), screen: .closed))
    }

    @Test("A Reset of a generic substate cancels the commands in its scope, not those of another argument")
    func genericScope() async {
        let gate = Gate<Void>()
        let core = Core(state: Notes(), runtime: .testing())
        let ints = core.fire(command: NoteAfter(gate, 1), options: CommandOptions(owner: Paged<Int>.self))
        let strings = core.fire(command: NoteAfter(gate, 2), options: CommandOptions(owner: Paged<String>.self))
        await gate.arrived(2)
        core.fire(event: Reset<Paged<Int>>())
        #expect(await ints.end == "cancelled")
        gate.open()
        #expect(await strings.end == "finished")
    }

    @Test("A command that runs keeps its core, and ends as finished when nobody else does")
    func keepsItsCore() async {
        for _ in 0..<Loops.rounds(of: 2_000) {
            let gate = Gate<Void>()
            let handle: CommandHandle
            do {
                let core = Core(state: Notes(), runtime: .testing())
                handle = core.perform { _ in await gate.wait() }
            }
            await gate.arrived()
            gate.open()
            #expect(await handle.end == "finished")
        }
    }
}

private actor Cache {
    private let gate: Gate<Void>
    private var task: Task<Int, Never>?

    init(gate: Gate<Void>) { self.gate = gate }

    func value() async -> Int {
        let task =
            task
            ?? Task { [gate] in
                await gate.wait()
                return Task.isCancelled ? -1 : 42
            }
        self.task = task
        return await task.value
    }
}

private struct Opened: Event {}

private struct App: State, Equatable {
    var list = Paged<Int>()
    var screen = ScreenState.closed

    mutating func react(to event: any Event) {
        list.react(to: event)
        screen.react(to: event)
    }
}

private struct Paged<Item: Sendable & Equatable>: State, Equatable {
    var items: [Item] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as Noted: if let item = event.number as? Item { items.append(item) }
        case is Reset<Paged>: self = Paged()
        default: break
        }
    }
}

private enum ScreenState: State, Equatable {
    case closed
    case open(count: Int)

    mutating func react(to event: any Event) {
        switch (self, event) {
        case (.closed, is Opened): self = .open(count: 0)
        case (.open(let count), is Noted): self = .open(count: count + 1)
        case (_, is Reset<ScreenState>): self = .closed
        default: break
        }
    }
}
