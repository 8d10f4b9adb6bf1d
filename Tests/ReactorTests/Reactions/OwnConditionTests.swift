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

    @Test("The command of a For that changes the value finishes while the next one runs")
    func forMovesOn() async throws {
        let core = Core(
            state: Inventory(),
            reactions: {
                For(\.aisle) { aisle in
                    Hands { core in
                        core.fire(event: Change { $0.aisle = aisle < 4 ? aisle + 1 : nil })
                        await core.settled()
                        core.fire(event: Counted(shelf: aisle * 10))
                    }
                }
            }, runtime: .testing())
        core.fire(event: Change { $0.aisle = 1 })
        await core.idle()
        #expect(await core.state.counted.sorted() == [10, 20, 30, 40])
        #expect(await core.state.ends == [])
    }

    @Test("A command is canceled when something else ends its condition, even another of its commands")
    func somethingElse() async throws {
        let gate = Gate<Void>()
        let core = Core(
            state: Inventory(isCounting: true),
            reactions: {
                While(\.isCounting) {
                    Hands { core in
                        try await gate.pass()
                        core.fire(event: Change { $0.isCounting = false })
                        await core.settled()
                        core.fire(event: Counted(shelf: 1))
                    }
                }
                While(\.isCounting) {
                    Hands { core in
                        core.fire(event: Counted(shelf: 2))
                        try await Gate<Void>().pass()
                    }
                }
            }, runtime: .testing())
        await gate.arrived()
        gate.open()
        await core.idle()
        #expect(await core.state.counted.sorted() == [1, 2])
        #expect(await core.state.ends == ["cancelled"])
    }

    @Test("A command that it started, and one of a reaction to its event, end its condition on its behalf")
    func descendants() async throws {
        for isChild in [true, false] {
            let core = Core(
                state: Inventory(isCounting: true),
                reactions: {
                    On(Counted.self) { event in event.shelf == 7 ? Stop() : nil }
                    While(\.isCounting) {
                        Hands { core in
                            if isChild {
                                _ = await core.fire(command: Stop()).outcome
                            } else {
                                core.fire(event: Counted(shelf: 7))
                                for await isCounting in core.updates(of: \.isCounting) where !isCounting { break }
                            }
                            await core.settled()
                            core.fire(event: Counted(shelf: 8))
                        }
                    }
                }, runtime: .testing())
            await core.idle()
            #expect(await core.state.counted == (isChild ? [8] : [7, 8]), "\(isChild)")
            #expect(await core.state.ends == [], "\(isChild)")
        }
    }

    @Test("The failure of a command that it started ends its condition on its behalf; so does its own prediction")
    func failuresAndPredictions() async throws {
        let core = Core(
            state: Inventory(isCounting: true, stopsAtEnds: true),
            reactions: {
                While(\.isCounting) {
                    Hands { core in
                        _ = await core.perform { _ in throw Broken(number: 5) }.outcome
                        await core.settled()
                        core.fire(event: Counted(shelf: 5))
                    }
                }
                For(\.aisle) { _ in
                    Hands { core in
                        try? await core.optimistically(Change { $0.aisle = nil }) { _ in
                            await core.settled()
                            core.fire(event: Counted(shelf: 6))
                            throw Broken(number: 6)
                        }
                        core.fire(event: Counted(shelf: 66))
                    }
                }
            }, runtime: .testing())
        await core.idle()
        #expect(await core.state.counted == [5])
        #expect(await core.state.ends == ["failed: broken 5"])
        core.fire(event: Change { $0.aisle = 3 })
        _ = await core.updates(of: \.counted).first { $0.contains(66) }
        #expect(await core.state.ends == ["failed: broken 5"])
        core.cancelAll()
    }

    @Test("A Reset of its owner cancels it, whichever code fires it; a Reset of another type that it fires does not")
    func resets() async throws {
        for isOwner in [true, false] {
            let core = Core(
                state: Inventory(isCounting: true),
                reactions: {
                    While(\.isCounting, options: CommandOptions(owner: isOwner ? Inventory.self : Screen.self)) {
                        Hands { core in
                            core.fire(event: Reset<Inventory>())
                            await core.settled()
                            core.fire(event: Counted(shelf: 9))
                        }
                    }
                }, runtime: .testing())
            await core.idle()
            await core.close()
            #expect(await core.state.counted == (isOwner ? [] : [9]), "\(isOwner)")
            #expect(await core.counts.refusedAsLate == (isOwner ? 1 : 0), "\(isOwner)")
        }
    }

    @Test("When the condition holds again, another command is started, and only that one is canceled with it")
    func again() async throws {
        let (first, second) = (Gate<Void>(), Gate<Void>())
        let starts = Locked(0)
        let core = Core(
            state: Inventory(isCounting: true),
            reactions: {
                While(\.isCounting) {
                    Hands { core in
                        let number = starts.withLock { count in
                            count += 1
                            return count
                        }
                        if number == 1 {
                            core.fire(event: Change { $0.isCounting = false })
                            try await first.pass()
                        } else {
                            try await second.pass()
                        }
                        core.fire(event: Counted(shelf: number))
                    }
                }
            }, runtime: .testing())
        await first.arrived()
        core.fire(event: Change { $0.isCounting = true })
        await second.arrived()
        core.fire(event: Change { $0.isCounting = false })
        await core.settled()
        #expect(await core.state.ends == ["cancelled"])
        first.open()
        await core.idle()
        #expect(await core.state.counted == [1])
        #expect(await core.state.ends == ["cancelled"])
    }

    @Test("A command whose own event removes its child state finishes; later events into the child state are refused")
    func part() async throws {
        let reports = Reports()
        let core = Core(state: Inventory(counter: Inventory.Counter()), runtime: .testing(reports))
        let counter = core.scope(to: \.counter, default: Inventory.Counter())
        let seen = Locked<[Bool]>([])
        let handle = counter.perform { counter in
            counter.fire(event: Change { $0.counter = nil })
            await counter.settled()
            seen.withLock { $0.append(Task.isCancelled) }
            counter.fire(event: Counted(shelf: 1))
            core.fire(event: Counted(shelf: 2))
        }
        let sibling = counter.perform { _ in try await Gate<Void>().pass() }
        #expect(await handle.end == "finished")
        #expect(await sibling.end == "cancelled")
        #expect(await core.state.counted == [2])
        #expect(seen.copy == [false])
        #expect(reports.refusals.map(\.reason) == [.absent])
    }
}

/// The counted values, and the commands that count.
private struct Inventory: State, Equatable {
    struct Counter: State, Equatable { mutating func react(to event: any Event) {} }

    var isCounting = false
    var aisle: Int?
    var counter: Counter?
    var counted: [Int] = []
    var ends: [String] = []
    /// Whether the end of any command ends the counting.
    var stopsAtEnds = false

    mutating func react(to event: any Event) {
        switch event {
        case let event as Change: event.change(&self)
        case let event as Counted: counted.append(event.shelf)
        case let event as CommandEnded:
            ends.append("\(event.outcome)")
            if stopsAtEnds { isCounting = false }
        case is Reset<Inventory>: isCounting = false
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

private struct Stop: Command {
    func execute(state: Inventory, core: Core<Inventory>) { core.fire(event: Change { $0.isCounting = false }) }
}

/// A command made of a closure.
private struct Hands: Command {
    let body: nonisolated(nonsending) @Sendable (Core<Inventory>) async throws -> Void

    init(_ body: nonisolated(nonsending) @escaping @Sendable (Core<Inventory>) async throws -> Void) {
        self.body = body
    }

    nonisolated(nonsending) func execute(state: Inventory, core: Core<Inventory>) async throws { try await body(core) }
}
