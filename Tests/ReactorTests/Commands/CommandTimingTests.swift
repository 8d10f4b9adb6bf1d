import Testing

@testable import Reactor

/// Debounce and throttle, and the closing.
@Suite struct CommandTimingTests {
    private let debounced = CommandOptions(id: "x", debounce: .seconds(1))
    private let throttled = CommandOptions(id: "x", throttle: .seconds(1))

    @Test("A debounced command starts when its quiet is over")
    func debounces() {
        var bench = CommandBench()
        #expect(bench.launch("A", debounced) == ["debounce of A in 1.0 seconds"])
        #expect(bench.table.inFlight == 1)
        #expect(bench.runsOut(CommandTimer.debounce, of: "A") == ["start A"])
    }

    @Test("A debounced command drops the one before, and begins the quiet again")
    func debounceDropsTheOneBefore() {
        var bench = CommandBench()
        _ = bench.launch("A", debounced)
        #expect(
            bench.launch("B", debounced) == ["stop debounce of A", "end A: dropped", "debounce of B in 1.0 seconds"])
    }

    @Test("A .restart command with a debounce cancels what runs, and drops what waits, when it is fired")
    func debouncedRestart() {
        var bench = CommandBench()
        let restart = CommandOptions(id: "x", policy: .restart, debounce: .seconds(1))
        _ = bench.launch("A", CommandOptions(id: "x"))
        _ = bench.launch("B", CommandOptions(id: "x", policy: .enqueue))
        #expect(
            bench.launch("C", restart) == [
                "end B: dropped", "end A: cancelled", "cancel body of A", "deliver A: cancelled",
                "debounce of C in 1.0 seconds",
            ])
        #expect(bench.isLate("A") == true)
        #expect(bench.launch("D", restart) == ["stop debounce of C", "end C: dropped", "debounce of D in 1.0 seconds"])
        #expect(bench.runsOut(CommandTimer.debounce, of: "D") == ["start D"])
    }

    @Test("A debounced command of another policy leaves what runs alone")
    func debouncedOthers() {
        for policy in CommandPolicy.allCases where policy != .restart {
            var bench = CommandBench()
            _ = bench.launch("A", CommandOptions(id: "x"))
            let options = CommandOptions(id: "x", policy: policy, debounce: .seconds(2))
            #expect(bench.launch("B", options) == ["debounce of B in 2.0 seconds"], "\(policy)")
        }
    }

    @Test("A command fired without a debounce ends the quiet of one with the same id")
    func debounceIsBroken() {
        var bench = CommandBench()
        _ = bench.launch("A", debounced)
        #expect(bench.launch("B", CommandOptions(id: "x")) == ["stop debounce of A", "end A: dropped", "start B"])
    }

    @Test("A debounced command that is cancelled leaves nothing behind")
    func debounceIsCancelled() {
        var bench = CommandBench()
        _ = bench.launch("A", debounced)
        #expect(bench.cancel("A") == ["stop debounce of A", "end A: cancelled", "deliver A: cancelled"])
        #expect(bench.table.slots.isEmpty && bench.table.live.isEmpty)
    }

    @Test("A throttled command starts at once, and the next one at the end of the interval")
    func throttles() {
        var bench = CommandBench()
        #expect(bench.launch("A", throttled) == ["throttle of x in 1.0 seconds", "start A"])
        #expect(bench.launch("B", throttled) == [])
        #expect(bench.throttleRunsOut("x") == ["throttle of x in 1.0 seconds", "start B"])
    }

    @Test("Of those fired within an interval only the newest starts")
    func throttleKeepsTheNewest() {
        var bench = CommandBench()
        _ = bench.launch("A", throttled)
        _ = bench.launch("B", throttled)
        #expect(bench.launch("C", throttled) == ["end B: dropped"])
        #expect(bench.throttleRunsOut("x") == ["throttle of x in 1.0 seconds", "start C"])
    }

    @Test("An interval in which nothing was fired leaves nothing behind")
    func throttleEnds() {
        var bench = CommandBench()
        _ = bench.launch("A", throttled)
        _ = bench.bodyReturns("A")
        #expect(bench.table.slots.count == 1)
        #expect(bench.throttleRunsOut("x") == [])
        #expect(bench.table.slots.isEmpty)
    }

    @Test("A command that is debounced and throttled is first debounced, then throttled")
    func debouncesThenThrottles() {
        var bench = CommandBench()
        let both = CommandOptions(id: "x", debounce: .seconds(1), throttle: .seconds(2))
        _ = bench.launch("A", both)
        #expect(bench.runsOut(CommandTimer.debounce, of: "A") == ["throttle of x in 2.0 seconds", "start A"])
        _ = bench.launch("B", both)
        #expect(bench.runsOut(CommandTimer.debounce, of: "B") == [])
        #expect(bench.throttleRunsOut("x") == ["throttle of x in 2.0 seconds", "start B"])
    }

    @Test("Closing drops what waits, cancels what runs, and refuses what comes")
    func closes() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(id: "q", policy: .enqueue))
        _ = bench.launch("B", CommandOptions(id: "q", policy: .enqueue))
        _ = bench.launch("C", debounced)
        #expect(
            bench.close() == [
                "end B: dropped", "stop debounce of C", "end C: dropped", "end A: cancelled", "cancel body of A",
                "deliver A: cancelled",
            ])
        #expect(bench.launch("D") == ["end D: dropped", "refuse D: closed"])
        #expect(bench.table.inFlight == 0)
        #expect(bench.bodyReturns("A") == [])
        #expect(bench.table.slots.isEmpty && bench.table.live.isEmpty)
    }
}
