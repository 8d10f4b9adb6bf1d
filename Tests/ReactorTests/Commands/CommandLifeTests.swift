import Testing

@testable import Reactor

/// The transitions in the life of one command.
@Suite struct CommandLifeTests {
    private static let retrying = RetryPolicy.exponential(attempts: 3, base: .seconds(2), cap: .seconds(60)) {
        if case BodyError.passing = $0 { true } else { false }
    }

    // MARK: Ending

    @Test("A command whose body returns finishes, and nobody is notified")
    func finishes() {
        var bench = CommandBench()
        #expect(bench.launch("A") == ["start A"])
        #expect(bench.table.inFlight == 1)
        #expect(bench.bodyReturns("A") == ["end A: finished"])
        #expect(bench.table.inFlight == 0 && bench.table.live.isEmpty)
        #expect(bench.isLate("A") == false)
    }

    @Test("A command whose body throws fails, and the state reacts to it")
    func fails() {
        var bench = CommandBench()
        _ = bench.launch("A")
        #expect(
            bench.bodyReturns("A", throwing: BodyError.lasting) == [
                "end A: failed: lasting", "deliver A: failed: lasting",
            ])
        #expect(bench.isLate("A") == false)
    }

    @Test("A body that throws a cancellation by itself ends its command as cancelled")
    func cancelsItself() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(retry: CommandLifeTests.retrying))
        #expect(bench.bodyReturns("A", throwing: CancellationError()) == ["end A: cancelled", "deliver A: cancelled"])
        #expect(bench.isLate("A") == true)
    }

    @Test("A cancelled command ends at once, and is forgotten when its body has returned")
    func isCancelled() {
        var bench = CommandBench()
        _ = bench.launch("A")
        #expect(bench.cancel("A") == ["end A: cancelled", "cancel body of A", "deliver A: cancelled"])
        #expect(bench.table.inFlight == 0 && bench.table.live.count == 1)
        #expect(bench.bodyReturns("A") == [])
        #expect(bench.table.live.isEmpty)
    }

    @Test("A command ends once, however often it is cancelled")
    func endsOnce() {
        var bench = CommandBench()
        _ = bench.launch("A")
        _ = bench.cancel("A")
        #expect(bench.cancel("A") == [])
        #expect(bench.cancel(.all) == [])
        #expect(bench.close() == [])
    }

    @Test("A command that waits and is cancelled ends as cancelled, and has no body to be cancelled")
    func isCancelledWaiting() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(id: "x", policy: .enqueue))
        _ = bench.launch("B", CommandOptions(id: "x", policy: .enqueue))
        #expect(bench.cancel("B") == ["end B: cancelled", "deliver B: cancelled"])
        #expect(bench.bodyReturns("A") == ["end A: finished"])
        #expect(bench.table.slots.isEmpty)
    }

    @Test("Cancelling by id ends all with that id, in the order of launching, and nobody takes their places")
    func cancelsByID() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(id: "x", policy: .enqueue))
        _ = bench.launch("B", CommandOptions(id: "x", policy: .enqueue))
        _ = bench.launch("C", CommandOptions(id: "y"))
        #expect(
            bench.cancel(.id("x")) == [
                "end A: cancelled", "cancel body of A", "deliver A: cancelled", "end B: cancelled",
                "deliver B: cancelled",
            ])
        #expect(bench.table.inFlight == 1)
    }

    // MARK: Retry and timeout

    @Test("A failed attempt is followed by another, after a wait that doubles, until there are no more")
    func retries() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(retry: CommandLifeTests.retrying))
        #expect(bench.bodyReturns("A", throwing: BodyError.passing) == ["backoff of A in 1.0 seconds"])
        #expect(bench.runsOut(CommandTimer.backoff, of: "A") == ["start A"])
        #expect(bench.bodyReturns("A", throwing: BodyError.passing) == ["backoff of A in 2.0 seconds"])
        #expect(bench.runsOut(CommandTimer.backoff, of: "A") == ["start A"])
        #expect(
            bench.bodyReturns("A", throwing: BodyError.passing) == [
                "end A: failed: passing", "deliver A: failed: passing",
            ])
    }

    @Test("An error that is not worth another attempt ends the command")
    func doesNotRetry() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(retry: CommandLifeTests.retrying))
        #expect(
            bench.bodyReturns("A", throwing: BodyError.lasting) == [
                "end A: failed: lasting", "deliver A: failed: lasting",
            ])
    }

    @Test("A command that waits for its next attempt keeps its place")
    func keepsItsPlace() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(id: "x", policy: .drop, retry: CommandLifeTests.retrying))
        _ = bench.bodyReturns("A", throwing: BodyError.passing)
        #expect(bench.launch("B", CommandOptions(id: "x", policy: .drop)) == ["end B: dropped"])
    }

    @Test("A command that is cancelled while it waits for its next attempt frees its place, and its timer is stopped")
    func isCancelledBackingOff() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(id: "x", policy: .enqueue, retry: CommandLifeTests.retrying))
        _ = bench.launch("B", CommandOptions(id: "x", policy: .enqueue))
        _ = bench.bodyReturns("A", throwing: BodyError.passing)
        #expect(bench.cancel("A") == ["stop backoff of A", "end A: cancelled", "deliver A: cancelled", "start B"])
    }

    @Test("The timeout is for all attempts together, and ends the command as failed")
    func timesOut() {
        var bench = CommandBench()
        let options = CommandOptions(timeout: .seconds(9), retry: CommandLifeTests.retrying)
        let error = CommandTimedOut(command: "A", timeout: .seconds(9))
        #expect(bench.launch("A", options) == ["start A", "timeout of A in 9.0 seconds"])
        _ = bench.bodyReturns("A", throwing: BodyError.passing)
        #expect(bench.runsOut(CommandTimer.backoff, of: "A") == ["start A"])
        let steps = bench.runsOut(CommandTimer.timeout, of: "A").filter { !$0.hasPrefix("stop") }
        #expect(steps == ["end A: failed: \(error)", "cancel body of A", "deliver A: failed: \(error)"])
        #expect(bench.isLate("A") == true)
    }

    @Test("A command that ends before its timeout stops it")
    func stopsItsTimeout() {
        var bench = CommandBench()
        _ = bench.launch("A", CommandOptions(timeout: .seconds(9)))
        #expect(bench.bodyReturns("A") == ["stop timeout of A", "end A: finished"])
    }

    @Test("The time of a command that waits does not run")
    func timeRunsFromTheStart() {
        var bench = CommandBench()
        let options = CommandOptions(id: "x", policy: .enqueue, timeout: .seconds(9))
        _ = bench.launch("A", options)
        #expect(bench.launch("B", options) == [])
        #expect(bench.bodyReturns("A").suffix(2) == ["start B", "timeout of B in 9.0 seconds"])
    }
}
