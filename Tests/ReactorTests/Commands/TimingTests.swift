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

    @Test("A command that takes longer than its timeout ends as failed, with a sentence that says so")
    func timeout() async {
        let gate = Gate<Void>()
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
    }

    @Test("A command that returned in time stops its timeout")
    func inTime() async {
        let gate = Gate<Void>()
        let core = makeCore()
        let handle = core.fire(command: NoteAfter(gate, 1), options: CommandOptions(timeout: .seconds(2)))
        await clock.sleepers(1)
        gate.open()
        #expect(await handle.end == "finished")
        await clock.sleepers(0)
    }

    @Test("The timeout runs from the start of the command, not while it waits")
    func timeoutFromTheStart() async {
        let (first, second) = (Gate<Void>(), Gate<Void>())
        let core = makeCore()
        let options = CommandOptions(id: "a", policy: .enqueue, timeout: .seconds(2))
        let one = core.fire(command: NoteAfter(first, 1), options: options)
        let two = core.fire(command: NoteAfter(second, 2), options: options)
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        first.open()
        #expect(await one.end == "finished")
        await second.arrived()
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(1_999))
        second.open()
        #expect(await two.end == "finished")
    }

    @Test("The timeout is for all attempts together")
    func timeoutOfAllAttempts() async {
        let core = makeCore(random: { .max })
        let handle = core.fire(
            command: Errand { _, _ in throw Broken() },
            options: CommandOptions(
                timeout: .seconds(3), retry: .exponential(attempts: 10, base: .seconds(2), cap: .seconds(2))))
        await clock.sleepers(2)
        clock.advance(by: .seconds(2))
        await clock.sleepers(2)
        clock.advance(by: .seconds(1))
        guard case .failed(let error) = await handle.outcome else {
            Issue.record("It did not fail")
            return
        }
        #expect(error is CommandTimedOut)
        await clock.sleepers(0)
    }

    @Test("A failed attempt is followed by another after the wait that the random source draws")
    func retry() async {
        let draws = Locked<[UInt64]>([.max, .max / 2 + 1, 0])
        let core = makeCore(random: { draws.withLock { $0.removeFirst() } })
        let attempts = Gate(isOpen: true)
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

    @Test("After the last attempt the command ends as failed with the last error, reported once")
    func retriesUsedUp() async {
        let core = makeCore()
        let attempts = Gate(isOpen: true)
        let handle = core.fire(
            command: Errand { _, _ in
                attempts.arrive()
                throw Broken(number: attempts.arrivals)
            }, options: CommandOptions(id: "a", retry: .exponential(attempts: 3)))
        #expect(await handle.end == "failed: broken 3")
        #expect(await core.state.ends == ["a failed: broken 3"])
    }

    @Test("An error that is not worth another attempt ends the command")
    func notRetryable() async {
        let core = makeCore()
        let handle = core.fire(
            command: Errand { _, _ in throw Broken(number: 7) },
            options: CommandOptions(retry: .exponential(attempts: 3) { ($0 as? Broken)?.number != 7 }))
        #expect(await handle.end == "failed: broken 7")
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

    @Test("A command cancelled while it waits for another attempt ends as cancelled, and its place is free")
    func cancelledInBackoff() async {
        let core = makeCore(random: { .max })
        let options = CommandOptions(id: "a", policy: .enqueue, retry: .exponential(attempts: 2))
        let handle = core.fire(command: Errand { _, _ in throw Broken() }, options: options)
        await clock.sleepers(1)
        handle.cancel()
        #expect(await handle.end == "cancelled")
        await clock.sleepers(0)
        #expect(await core.fire(command: Note(1), options: options).end == "finished")
    }

    @Test("A command that waits for another attempt keeps its place")
    func backoffKeepsThePlace() async {
        let core = makeCore(random: { .max })
        let attempts = Gate(isOpen: true)
        let first = core.fire(
            command: Errand { _, core in
                attempts.arrive()
                if attempts.arrivals == 1 { throw Broken() }
                core.fire(event: Noted(1))
            }, options: CommandOptions(id: "a", policy: .enqueue, retry: .exponential(attempts: 2)))
        let second = core.fire(command: Note(2), options: CommandOptions(id: "a", policy: .enqueue))
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await first.end == "finished")
        #expect(await second.end == "finished")
        #expect(await core.state.numbers == [1, 2])
    }

    @Test("Debounce: only the last starts, when no other came for so long")
    func debounce() async {
        let core = makeCore()
        let options = CommandOptions(id: "a", debounce: .milliseconds(300))
        let first = core.fire(command: Note(1), options: options)
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(200))
        let second = core.fire(command: Note(2), options: options)
        #expect(await first.end == "dropped")
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(299))
        #expect(clock.sleeping == 1)
        clock.advance(by: .milliseconds(1))
        #expect(await second.end == "finished")
        #expect(await core.state.numbers == [2])
    }

    @Test("Throttle: the first starts at once, then the newest at the end of each interval")
    func throttle() async {
        let core = makeCore()
        let options = CommandOptions(id: "a", throttle: .seconds(1))
        #expect(await core.fire(command: Note(1), options: options).end == "finished")
        let second = core.fire(command: Note(2), options: options)
        let third = core.fire(command: Note(3), options: options)
        #expect(await second.end == "dropped")
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(999))
        #expect(await core.state.numbers == [1])
        clock.advance(by: .milliseconds(1))
        #expect(await third.end == "finished")
        let fourth = core.fire(command: Note(4), options: options)
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        #expect(await fourth.end == "finished")
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        await clock.sleepers(0)
        #expect(await core.fire(command: Note(5), options: options).end == "finished")
        #expect(await core.state.numbers == [1, 3, 4, 5])
    }

    @Test("Debounce and throttle without an id go by the command's type")
    func withoutID() async {
        let core = makeCore()
        let options = CommandOptions(debounce: .seconds(1))
        let first = core.fire(command: Note(1), options: options)
        let other = core.perform(options: options) { $0.fire(event: Noted(2)) }
        await clock.sleepers(2)
        clock.advance(by: .seconds(1))
        #expect(await first.end == "finished")
        #expect(await other.end == "finished")
    }
}
