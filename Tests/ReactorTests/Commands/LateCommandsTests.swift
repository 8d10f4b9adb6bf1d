import Testing

@testable import Reactor

/// What a command may still fire, and which scopes it belongs to.
@Suite struct LateCommandsTests {
    @Test("Commands that a closed core refuses are reported once for each cause, and all are counted")
    func closedOften() async {
        let reports = Reports()
        do {
            let core = Core(state: Notes(), runtime: .testing(reports))
            await core.close()
            for number in 0..<300 {
                core.fire(command: Note(number))
                core.perform("writing") { _ in }
                core.fire(event: Noted(number))
            }
            await core.settled()
            #expect(await core.counts.refusedCommands == 600)
            #expect(reports.refusals.map(\.type) == ["Note", "writing", "Noted"])
        }
        await reports.reached(6)
        #expect(reports.sentences.suffix(3).allSatisfy { $0.contains("first of 300 refusals") })
    }

    @Test("A command that has finished may fire: its callbacks answer later")
    func finishedMayFire() {
        var bench = CommandBench()
        _ = bench.launch("A")
        _ = bench.bodyReturns("A")
        #expect(bench.isLate("A") == false)
        #expect(bench.launch("B", by: "A") == ["start B"])
    }

    @Test("A command that was cancelled launches nothing any more")
    func cancelledLaunchesNothing() {
        var bench = CommandBench()
        _ = bench.launch("A")
        _ = bench.cancel("A")
        #expect(bench.launch("B", by: "A") == ["end B: dropped", "refuse B: late by A"])
        #expect(bench.isLate("B") == true)
        #expect(bench.table.inFlight == 0)
    }

    @Test("Cancelling a command that has finished makes its events late, and changes no outcome")
    func finishedIsLate() {
        var bench = CommandBench()
        _ = bench.launch("A")
        _ = bench.bodyReturns("A")
        #expect(bench.cancel("A") == [])
        #expect(bench.isLate("A") == true)
    }

    @Test("A reset cancels what its type owns, and nothing else")
    func resetCancels() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(owner: ScopeA.self))
        _ = bench.launch("B", CommandOptions(owner: ScopeB.self))
        #expect(bench.reset(ScopeA.self) == ["end A: cancelled", "cancel body of A", "deliver A: cancelled"])
        #expect(bench.isLate("B") == false)
    }

    @Test("A reset makes late what was launched in its scope and has returned")
    func resetMakesTheReturnedLate() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(owner: ScopeA.self))
        _ = bench.bodyReturns("A")
        #expect(bench.reset(ScopeA.self) == [])
        #expect(bench.isLate("A") == true)
    }

    @Test(
        "A body that a reset cancelled, and that goes on, holds up nobody who comes after the reset",
        arguments: [CommandPolicy.enqueue, .keepLatest])
    func resetFreesTheName(policy: CommandPolicy) {
        let options = CommandOptions(id: "change", policy: policy, owner: ScopeA.self, grace: .seconds(9))
        var bench = CommandBench()
        _ = bench.launch("A", options)
        _ = bench.launch("B", options)
        _ = bench.reset(ScopeA.self)
        #expect(bench.launch("C", options) == ["start C"])
        #expect(bench.launch("D", options) == [])
        #expect(bench.bodyReturns("A") == [])
        #expect(bench.bodyReturns("C") == ["end C: finished", "start D"])
    }

    @Test("So does one that was cancelled before the reset, whether or not somebody waits for it")
    func resetFreesTheNameOfTheCancelled() {
        let options = CommandOptions(id: "change", policy: .enqueue, owner: ScopeA.self)
        for isWaitedFor in [false, true] {
            var bench = CommandBench()
            _ = bench.launch("A", options)
            _ = bench.cancel("A")
            if isWaitedFor { _ = bench.launch("B", options) }
            _ = bench.reset(ScopeA.self)
            #expect(bench.launch("C", options) == ["start C"])
        }
    }

    @Test("A reset of another type leaves the name held")
    func resetOfAnother() {
        let options = CommandOptions(id: "change", policy: .enqueue, owner: ScopeA.self)
        var bench = CommandBench()
        _ = bench.launch("A", options)
        _ = bench.cancel("A")
        _ = bench.reset(ScopeB.self)
        #expect(!bench.launch("B", options).contains("start B"))
    }

    @Test("A command launched in a scope after its reset may fire")
    func resetLetsTheNextIn() {
        var bench = CommandBench()
        _ = bench.reset(ScopeA.self)
        #expect(bench.launch("A", CommandOptions(owner: ScopeA.self)) == ["start A"])
        #expect(bench.isLate("A") == false)
    }

    @Test("A cancellation makes late what had returned, and not what is launched after it", arguments: 0..<3)
    func cancellingReturned(kind: Int) {
        var bench = CommandBench()
        let options = CommandOptions(id: "a", owner: ScopeA.self)
        let target = [CancelTarget.all, .id("a"), .owner(ObjectIdentifier(ScopeA.self))][kind]
        _ = bench.launch("A", options)
        _ = bench.bodyReturns("A")
        _ = bench.cancel(target)
        _ = bench.launch("B", options)
        #expect(bench.isLate("A") == true)
        #expect(bench.isLate("B") == false)
    }

    @Test("A command of several scopes is cancelled with any of them")
    func severalScopes() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(owners: [ScopeA.self, ScopeB.self]))
        #expect(bench.reset(ScopeB.self) == ["end A: cancelled", "cancel body of A", "deliver A: cancelled"])
    }

    @Test("A command without scopes takes those of the command that fired it")
    func inheritsScopes() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(owner: ScopeA.self))
        _ = bench.bodyReturns("A")
        _ = bench.launch("B", by: "A")
        #expect(bench.reset(ScopeA.self) == ["end B: cancelled", "cancel body of B", "deliver B: cancelled"])
    }

    @Test("A command with an empty list of scopes takes none")
    func takesNoScopes() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(owner: ScopeA.self))
        _ = bench.launch("B", CommandOptions(owners: []), by: "A")
        _ = bench.reset(ScopeA.self)
        #expect(bench.isLate("B") == false)
        #expect(bench.table.inFlight == 1)
    }
}
