import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@Suite("An optimistic change that is retried")
struct PredictionRetryTests {
    private let clock = ManualClock()
    private let attempts = Locked(0)
    private let looks = Recorder<[Int]>()

    private func makeCore(_ reports: Reports = Reports(), random: UInt64 = .max) -> Core<Notes> {
        var runtime = Runtime.testing(reports)
        runtime.clock = RuntimeClock(clock)
        runtime.random = { random }
        let core = Core(state: Notes(), runtime: runtime)
        core.add(subscriber: looks, selecting: \.numbers, delivery: .every)
        return core
    }

    /// Predicts 1, and fails N times before it receives a response.
    private func begin(
        _ core: Core<Notes>, failures: Int, retry: RetryPolicy
    ) -> Task<Void, any Error> {
        Task { [attempts] in
            try await core.optimistically(Noted(1), retry: retry) { _ in
                let attempt = attempts.withLock { count in
                    count += 1
                    return count
                }
                if attempt <= failures { throw Broken(number: attempt) }
                return .commit(with: [Noted(10)])
            } onFailure: { error in
                [Noted((error as? Broken).map { -$0.number } ?? 0)]
            }
        }
    }

    @Test("Between two attempts the prediction stays, and the response of the successful attempt replaces it")
    func stays() async throws {
        let core = makeCore()
        let change = begin(core, failures: 2, retry: .exponential(attempts: 3))
        for _ in 1...2 {
            await clock.sleepers(1)
            #expect(await core.state.numbers == [1])
            clock.advanceToNextSleeper()
        }
        try await change.value
        await core.settled()
        #expect(attempts.copy == 3)
        #expect(looks.values == [[], [1], [10]])
    }

    @Test("After the last attempt the prediction is rolled back once, with the events of onFailure for its error")
    func exhausted() async {
        // Without a policy, with one that does not accept the error, and with one that is used up.
        let policies: [(retry: RetryPolicy, attempts: Int)] = [
            (.never, 1), (.exponential(attempts: 3) { ($0 as? Broken)?.number != 1 }, 1),
            (.exponential(attempts: 2), 2),
        ]
        for (retry, last) in policies {
            let core = makeCore()
            attempts.withLock { $0 = 0 }
            let change = begin(core, failures: 9, retry: retry)
            if last > 1 {
                await clock.sleepers(1)
                clock.advanceToNextSleeper()
            }
            await #expect(throws: Broken(number: last)) { try await change.value }
            await core.settled()
            #expect(attempts.copy == last)
            #expect(await core.state.numbers == [-last])
        }
        #expect(looks.values.suffix(3) == [[], [1], [-2]])
    }

    @Test("A cancellation between two attempts ends it: it is rolled back with a CancellationError")
    func cancelled() async {
        let core = makeCore()
        let change = begin(core, failures: 9, retry: .exponential(attempts: 3))
        await clock.sleepers(1)
        change.cancel()
        await #expect(throws: CancellationError.self) { try await change.value }
        await core.settled()
        #expect(attempts.copy == 1)
        #expect(looks.values == [[], [1], [0]])
    }

    @Test("A CancellationError that the closure throws is not retried")
    func throwsCancellation() async {
        let core = makeCore()
        await #expect(throws: CancellationError.self) {
            try await core.optimistically(Noted(1), retry: .exponential(attempts: 3)) { _ in
                attempts.withLock { $0 += 1 }
                throw CancellationError()
            }
        }
        #expect(attempts.copy == 1)
        #expect(await core.state.numbers == [])
    }

    // MARK: In a command

    /// Predicts 1 in a command, and fails as often as it is tried.
    private func beginInACommand(_ core: Core<Notes>, _ options: CommandOptions) -> CommandHandle {
        core.perform(options: options) { [attempts] core in
            try await core.optimistically(Noted(1), retry: .exponential(attempts: 3)) { prediction in
                attempts.withLock { $0 += 1 }
                throw Broken(number: 1)
            } onFailure: { error in
                [Noted(error is CancellationError ? 0 : -1)]
            }
        }
    }

    @Test("A Reset of the owner between two attempts ends it, and the events of onFailure do not reach the fresh state")
    func reset() async {
        let reports = Reports()
        let core = makeCore(reports)
        let handle = beginInACommand(core, CommandOptions(owner: Screen.self))
        await clock.sleepers(1)
        #expect(await core.state.numbers == [1])
        core.fire(event: Reset<Screen>())
        #expect(await core.state.numbers == [])
        #expect(await handle.end == "cancelled")
        await core.close()
        #expect(attempts.copy == 1 && clock.sleeping == 0)
        #expect(await core.state.numbers == [])
        #expect(reports.refusals.map(\.reason) == [.ledger])
    }

    @Test("A timeout of the command, or the closing of its core, between two attempts ends it, and onFailure is called")
    func timedOut() async {
        for closes in [false, true] {
            let core = makeCore()
            attempts.withLock { $0 = 0 }
            let handle = beginInACommand(core, CommandOptions(timeout: closes ? nil : .microseconds(1)))
            await clock.sleepers(closes ? 1 : 2)
            if closes { await core.close() } else { clock.advance(by: .microseconds(1)) }
            let end = await handle.end
            #expect(end.hasPrefix(closes ? "cancelled" : "failed: perform at"))
            await core.close()
            #expect(attempts.copy == 1 && clock.sleeping == 0)
            #expect(await core.state.numbers == [0])
        }
    }

    @Test("A retried command begins the prediction again, and its attempts are counted from scratch")
    func ofACommand() async {
        let core = makeCore()
        let handle = beginInACommand(core, CommandOptions(retry: .exponential(attempts: 2)))
        for _ in 1...5 {
            await clock.sleepers(1)
            clock.advanceToNextSleeper()
        }
        #expect(await handle.end == "failed: broken 1")
        #expect(attempts.copy == 6)
        await core.settled()
        #expect(looks.values == [[], [1], [-1], [-1, 1], [-1, -1], [-1, -1]])
    }

    @Test("If it is canceled during an attempt, it is not retried, even if there is no delay to wait for")
    func cancelledInAnAttempt() async {
        let core = makeCore(random: 0)
        let gate = TestGate<Void>()
        let change = Task { [attempts] in
            try await core.optimistically(Noted(1), retry: .exponential(attempts: 3)) { _ in
                attempts.withLock { $0 += 1 }
                try? await gate.wait()
                throw Broken(number: 1)
            } onFailure: { error in
                [Noted(error is CancellationError ? 0 : -1)]
            }
        }
        await gate.arrived()
        change.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await change.value }
        #expect(attempts.copy == 1)
        #expect(await core.state.numbers == [0])
    }
}
