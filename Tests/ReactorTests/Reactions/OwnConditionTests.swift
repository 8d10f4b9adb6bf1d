import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Law 7: a command that ends its own condition is allowed to finish")
struct OwnConditionTests {
    @Test("The command of a While that clears the flag continues to fire, and ends as finished")
    func whileEndsByItself() async throws {
        let reports = Reports()
        let core = Core(
            state: Inventory(), reactions: { While(\.isCounting) { Count(shelves: 3) } }, runtime: .testing(reports))
        core.fire(event: Change { $0.isCounting = true })
        await core.idle()
        #expect(await core.state.counted == [1, 2, 3])
        #expect(await core.state.ends == [])
        #expect(await !core.state.isCounting)
        #expect(reports.all.isEmpty)
    }

    @Test("The task of a command that has ended its own condition is not canceled")
    func taskGoesOn() async throws {
        let gate = Gate<Void>()
        let core = Core(
            state: Inventory(isCounting: true),
            reactions: {
                While(\.isCounting) {
                    Hands { core in
                        core.fire(event: Change { $0.isCounting = false })
                        await core.settled()
                        try Task.checkCancellation()
                        try await gate.pass()
                        core.fire(event: Counted(shelf: 4))
                    }
                }
            }, runtime: .testing())
        await gate.arrived()
        gate.open()
        await core.idle()
        #expect(await core.state.counted == [4])
        #expect(await core.state.ends == [])
    }
}

/// The counted values, and the commands that count.
private struct Inventory: State, Equatable {
    var isCounting = false
    var counted: [Int] = []
    var ends: [String] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as Change: event.change(&self)
        case let event as Counted: counted.append(event.shelf)
        case let event as CommandEnded:
            ends.append("\(event.outcome)")
        default: break
        }
    }
}

private struct Change: Event {
    let change: @Sendable (inout Inventory) -> Void
    init(_ change: @escaping @Sendable (inout Inventory) -> Void) { self.change = change }
}

private struct Counted: Event { var shelf: Int }

/// Clears the flag with its first event.
private struct Count: Command {
    let shelves: Int

    func execute(state: Inventory, core: Core<Inventory>) async {
        core.fire(event: Change { $0.isCounting = false })
        await core.settled()
        for shelf in 1...shelves {
            core.fire(event: Counted(shelf: shelf))
            await core.settled()
        }
    }
}

/// A command made of a closure.
private struct Hands: Command {
    let body: nonisolated(nonsending) @Sendable (Core<Inventory>) async throws -> Void

    init(_ body: nonisolated(nonsending) @escaping @Sendable (Core<Inventory>) async throws -> Void) {
        self.body = body
    }

    nonisolated(nonsending) func execute(state: Inventory, core: Core<Inventory>) async throws { try await body(core) }
}
