import Reactor
import ReactorTesting
import Testing

@Suite("Commands with a condition, simulated")
struct OwnConditionSimulationTests {
    @Test("In every order a command finishes if it ended its own condition, and is canceled if another event did")
    func race() async throws {
        let closers = Guarded<Set<String>>([])
        try await Simulation.check(seeds: 0..<300) { sim in
            let core = Core(
                state: Door(), reactions: { While(\.isOpen) { Shut(sim: sim) } }, runtime: sim.runtime("core"))
            core.fire(event: Opened())
            sim.start("draft") {
                try await sim.pass(.seconds(1))
                core.fire(event: Closed(by: "draft"))
            }
            await sim.settled()
            let door = await core.state
            _ = closers.withLock { $0.insert(door.closers.first ?? "") }
            try await sim.expect("\(door)") {
                door.closers.first == "command" ? door.isLocked && door.ends == 0 : !door.isLocked && door.ends == 1
            }
            await core.close()
        }
        #expect(closers.withLock { $0 } == ["command", "draft"])
    }
}

private struct Door: State {
    var isOpen = false
    var isLocked = false
    /// The sources of the events that closed it, in order.
    var closers: [String] = []
    /// The number of canceled commands.
    var ends = 0

    mutating func react(to event: any Event) {
        switch event {
        case is Opened: isOpen = true
        case let event as Closed:
            isOpen = false
            closers.append(event.source)
        case is Locked: isLocked = true
        case is CommandEnded: ends += 1
        default: break
        }
    }
}

private struct Opened: Event {}

private struct Closed: Event {
    let source: String
    init(by source: String) { self.source = source }
}

private struct Locked: Event {}

/// Closes the door, and locks it afterward.
private struct Shut: Command {
    let sim: Simulation

    func execute(state: Door, core: Core<Door>) async throws {
        try await sim.pass(.seconds(1))
        core.fire(event: Closed(by: "command"))
        await core.settled()
        core.fire(event: Locked())
    }
}
