import Reactor
import ReactorTesting
import Testing

@Suite("Questions about commands")
struct CommandEdgeCaseTests {
    @Test("A shared task that was first started in a command that was later canceled continues, and serves others")
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

    @Test("Nested, generic and enum states react, and are reset by their own Reset")
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

    @Test("A Reset of a generic child state cancels the commands in its scope, not those of another argument")
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
