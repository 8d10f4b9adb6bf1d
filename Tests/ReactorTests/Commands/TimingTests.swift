import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Commands and time")
struct TimingTests {
    let clock = ManualClock()
    let reports = Reports()

    func makeCore(random: @escaping @Sendable () -> UInt64 = { 0 }) -> Core<Notes> {
        Core(state: Notes(), runtime: .testing(reports, clock: clock, random: random))
    }

    @Test("A command that exceeds its timeout ends as failed, with a message that contains it, and is late")
    func timeout() async {
        let gate = TestGate<Void>()
        let core = makeCore()
        let handle = core.fire(command: NoteAfter(gate, 1), options: CommandOptions(id: "a", timeout: .seconds(2)))
        await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        guard case .failed(let error as CommandTimedOut) = await handle.outcome else {
            Issue.record("It ended as \(await handle.end)")
            return
        }
        #expect(error.command == "NoteAfter")
        #expect(error.timeout == .seconds(2))
        #expect(await core.state.ends.count == 1)
        gate.open()
        await reports.reached(1)
        #expect(await core.state.numbers == [])
        #expect(reports.refusals.map(\.reason) == [.late])
    }

    @Test("A failed attempt is followed by another after the wait that the random source draws")
    func retry() async {
        let draws = Locked<[UInt64]>([.max, .max / 2 + 1, 0])
        let core = makeCore(random: { draws.withLock { $0.removeFirst() } })
        let attempts = TestGate(isOpen: true)
        let handle = core.fire(
            command: Errand { _, core in
                attempts.arrive()
                if attempts.arrivals < 4 { throw Broken(number: attempts.arrivals) }
                core.fire(event: Noted(attempts.arrivals))
            }, options: CommandOptions(retry: .exponential(attempts: 4, base: .seconds(1), cap: .seconds(60))))
        // All of one second, less a tick.
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(999))
        #expect(clock.sleeping == 1)
        clock.advance(by: .milliseconds(1))
        // Half of two seconds.
        await attempts.arrived(2)
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(999))
        #expect(clock.sleeping == 1)
        clock.advance(by: .milliseconds(1))
        // Nothing of four seconds.
        await attempts.arrived(4)
        #expect(await handle.end == "finished")
        #expect(await core.state == Notes(numbers: [4]))
    }

    @Test("A retry gets the state at its attempt")
    func retryGetsTheState() async {
        let core = makeCore(random: { .max })
        let seen = Locked<[[Int]]>([])
        let handle = core.fire(
            command: Errand { state, _ in
                seen.withLock { $0.append(state.numbers) }
                if state.numbers.isEmpty { throw Broken() }
            }, options: CommandOptions(retry: .exponential(attempts: 2)))
        await clock.sleepers(1)
        core.fire(event: Noted(1))
        clock.advance(by: .seconds(1))
        #expect(await handle.end == "finished")
        #expect(seen.copy == [[], [1]])
    }
}
