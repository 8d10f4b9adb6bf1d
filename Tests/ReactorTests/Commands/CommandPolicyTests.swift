import Testing

@testable import Reactor

/// The table of policies, row by row.
@Suite struct CommandPolicyTests {
    private static let cancelledA = ["end A: cancelled", "cancel body of A", "deliver A: cancelled"]

    private func options(_ policy: CommandPolicy, max: Int? = nil) -> CommandOptions {
        CommandOptions(id: "x", policy: policy, max: max)
    }

    // MARK: parallel

    @Test("Parallel commands without a max always start")
    func parallelStarts() {
        var bench = CommandBench()
        #expect(bench.launch("A", options(.parallel)) == ["start A"])
        #expect(bench.launch("B", options(.parallel)) == ["start B"])
    }

    @Test("A parallel command beyond the max waits, and starts when one returns")
    func parallelWaits() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.parallel, max: 2))
        _ = bench.launch("B", options(.parallel, max: 2))
        #expect(bench.launch("C", options(.parallel, max: 2)) == [])
        #expect(bench.launch("D", options(.parallel, max: 2)) == [])
        #expect(bench.bodyReturns("B") == ["end B: finished", "start C"])
    }

    @Test("A cancelled command frees its place for a parallel one at once")
    func parallelTakesThePlaceAtOnce() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.parallel, max: 1))
        _ = bench.launch("B", options(.parallel, max: 1))
        #expect(bench.cancel("A") == CommandPolicyTests.cancelledA + ["start B"])
    }

    @Test("A parallel command without a max does not wait behind those that wait")
    func parallelPassesTheLine() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.enqueue))
        _ = bench.launch("B", options(.enqueue))
        #expect(bench.launch("C", options(.parallel)) == ["start C"])
    }

    @Test("A parallel command with a max goes to the end of the line, even when its own max has room")
    func parallelLinesUp() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.enqueue))
        _ = bench.launch("B", options(.enqueue))
        #expect(bench.launch("C", options(.parallel, max: 5)) == [])
        #expect(bench.bodyReturns("A") == ["end A: finished", "start B", "start C"])
    }

    // MARK: restart

    @Test("A restarting command cancels the one that runs, and starts after its end was announced")
    func restartCancels() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.restart))
        #expect(bench.launch("B", options(.restart)) == CommandPolicyTests.cancelledA + ["start B"])
    }

    @Test("A restarting command with a max cancels only the oldest")
    func restartCancelsTheOldest() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.restart, max: 2))
        #expect(bench.launch("B", options(.restart, max: 2)) == ["start B"])
        #expect(bench.launch("C", options(.restart, max: 2)) == CommandPolicyTests.cancelledA + ["start C"])
    }

    @Test("A restarting command drops those that wait")
    func restartDropsTheLine() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.enqueue))
        _ = bench.launch("B", options(.enqueue))
        #expect(
            bench.launch("C", options(.restart)) == ["end B: dropped"] + CommandPolicyTests.cancelledA + ["start C"])
    }

    @Test("A restarting command does not wait for the body that it cancelled")
    func restartPassesBodies() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.restart))
        _ = bench.cancel("A")
        #expect(bench.launch("B", options(.restart)) == ["start B"])
        #expect(bench.bodyReturns("A") == [])
    }

    @Test("A restarting command drops those that wait, even when there is a place for it")
    func restartDropsTheLineInAnyCase() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.enqueue))
        _ = bench.launch("B", options(.enqueue))
        #expect(bench.launch("C", options(.restart, max: 5)) == ["end B: dropped", "start C"])
    }

    // MARK: drop

    @Test("A dropping command ends as dropped while others wait, even when its own max has room")
    func dropGivesWayToTheLine() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.enqueue))
        _ = bench.launch("B", options(.enqueue))
        #expect(bench.launch("C", options(.drop, max: 5)) == ["end C: dropped"])
    }

    @Test("A dropping command ends as dropped while another runs")
    func dropRefuses() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.drop))
        #expect(bench.launch("B", options(.drop)) == ["end B: dropped"])
        #expect(bench.bodyReturns("A") == ["end A: finished"])
        #expect(bench.launch("C", options(.drop)) == ["start C"])
    }

    @Test("A dropping command starts while fewer than its max run")
    func dropHasAMax() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.drop, max: 2))
        #expect(bench.launch("B", options(.drop, max: 2)) == ["start B"])
        #expect(bench.launch("C", options(.drop, max: 2)) == ["end C: dropped"])
    }

    @Test("A dropping command takes the place of a cancelled one at once")
    func dropTakesThePlaceAtOnce() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.drop))
        _ = bench.cancel("A")
        #expect(bench.launch("B", options(.drop)) == ["start B"])
    }

    @Test("A dropping command does not overtake those that wait")
    func dropRespectsTheLine() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.enqueue))
        _ = bench.launch("B", options(.enqueue))
        _ = bench.cancel("A")
        #expect(bench.launch("C", options(.drop)) == ["end C: dropped"])
    }

    // MARK: enqueue

    @Test("Enqueued commands run one after another, in the order fired")
    func enqueueWaits() {
        var bench = CommandBench()
        #expect(bench.launch("A", options(.enqueue)) == ["start A"])
        #expect(bench.launch("B", options(.enqueue)) == [])
        #expect(bench.launch("C", options(.enqueue)) == [])
        #expect(bench.bodyReturns("A") == ["end A: finished", "start B"])
        #expect(bench.bodyReturns("B") == ["end B: finished", "start C"])
    }

    @Test("A command that throws does not jam its queue")
    func enqueueGoesOn() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.enqueue))
        _ = bench.launch("B", options(.enqueue))
        #expect(
            bench.bodyReturns("A", throwing: BodyError.lasting)
                == ["end A: failed: lasting", "deliver A: failed: lasting", "start B"])
    }

    @Test("An enqueued command waits until the body of a cancelled one has returned")
    func enqueueWaitsForBodies() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.enqueue))
        _ = bench.launch("B", options(.enqueue))
        #expect(bench.cancel("A") == CommandPolicyTests.cancelledA + ["grace of A in 5.0 seconds"])
        #expect(bench.bodyReturns("A") == ["stop grace of A", "start B"])
    }

    @Test("An enqueued command goes on without a body that does not return within its grace, which is reported")
    func enqueueHasGrace() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.enqueue))
        _ = bench.cancel("A")
        #expect(bench.launch("B", options(.enqueue)) == ["grace of A in 5.0 seconds"])
        #expect(bench.runsOut(CommandTimer.grace, of: "A") == ["report A: goes on", "start B"])
    }

    @Test("An enqueued command goes to the end of the line, even when its own max has room")
    func enqueueLinesUp() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.enqueue))
        _ = bench.launch("B", options(.enqueue))
        #expect(bench.launch("C", options(.enqueue, max: 5)) == [])
        #expect(bench.bodyReturns("A") == ["end A: finished", "start B", "start C"])
    }

    @Test("The grace is that of the command whose body goes on, not of those that wait for it")
    func graceIsOfTheLingering() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(id: "x", policy: .enqueue, grace: .seconds(1)))
        _ = bench.cancel("A")
        #expect(
            bench.launch("B", CommandOptions(id: "x", policy: .enqueue, grace: .seconds(9)))
                == ["grace of A in 1.0 seconds"])
    }

    // MARK: keepLatest

    @Test("One that keeps the latest drops those that wait, even when there is a place for it")
    func keepLatestDropsTheLine() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.enqueue))
        _ = bench.launch("B", options(.enqueue))
        #expect(bench.launch("C", options(.keepLatest, max: 5)) == ["end B: dropped", "start C"])
    }

    @Test("Of those that keep the latest, one runs and the newest waits")
    func keepLatestWaits() {
        var bench = CommandBench()
        #expect(bench.launch("A", options(.keepLatest)) == ["start A"])
        #expect(bench.launch("B", options(.keepLatest)) == [])
        #expect(bench.launch("C", options(.keepLatest)) == ["end B: dropped"])
        #expect(bench.bodyReturns("A") == ["end A: finished", "start C"])
    }

    @Test("One that keeps the latest waits until the body of a cancelled one has returned")
    func keepLatestWaitsForBodies() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.keepLatest))
        _ = bench.cancel("A")
        #expect(bench.launch("B", options(.keepLatest)) == ["grace of A in 5.0 seconds"])
        #expect(bench.launch("C", options(.keepLatest)) == ["end B: dropped"])
        #expect(bench.bodyReturns("A") == ["stop grace of A", "start C"])
    }

    // MARK: Several policies, several ids

    @Test("Commands with different ids do not meet")
    func idsAreApart() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(id: "x", policy: .drop))
        #expect(bench.launch("B", CommandOptions(id: "y", policy: .drop)) == ["start B"])
    }

    @Test("Without an id, a policy goes by the command's type")
    func typesAreIDs() {
        var bench = CommandBench()
        #expect(bench.launch("A", CommandOptions(policy: .drop)) == ["start A"])
        #expect(bench.launch("B", CommandOptions(policy: .drop)) == ["start B"])
        #expect(bench.launch("A", CommandOptions(policy: .drop)) == ["end A: dropped"])
    }

    @Test("Without an id, a parallel command with a max, debounce or throttle goes by its type; a plain one by nothing")
    func parallelGoesByType() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(max: 1))
        #expect(bench.launch("A", CommandOptions(max: 1)) == [])
        #expect(bench.launch("A") == ["start A"])
        #expect(bench.launch("B", CommandOptions(debounce: .seconds(1))) == ["debounce of B in 1.0 seconds"])
        #expect(bench.launch("B", CommandOptions(debounce: .seconds(1))).contains("end B: dropped"))
        _ = bench.launch("C", CommandOptions(throttle: .seconds(1)))
        #expect(bench.launch("C", CommandOptions(throttle: .seconds(1))) == [])
    }

    @Test("Each newcomer goes by its own policy, whatever the others were fired with")
    func policiesMix() {
        var bench = CommandBench()
        _ = bench.launch("A", options(.parallel))
        #expect(bench.launch("B", options(.drop)) == ["end B: dropped"])
        #expect(bench.launch("C", options(.enqueue)) == [])
        #expect(bench.launch("D", options(.restart, max: 2)) == ["end C: dropped", "start D"])
    }
}
