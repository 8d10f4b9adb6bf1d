import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

/// `idle()` returns at a moment at which nothing waits, no subscriber is being notified, and no command is in flight.
@Suite("Idle is one moment")
struct IdleConsistencyTests {
    private let executor = StepExecutor()

    private func makeCore() -> Core<Notes> { Core(state: Notes(), runtime: executor.runtime()) }

    @Test("A cascade that alternates between commands and subscribers has ended")
    func commandsInTurn() {
        let core = makeCore()
        let subscription = core.subscribe(to: \.numbers) { numbers in
            guard numbers.count < 30 else { return }
            if numbers.count % 3 == 0 { core.fire(event: Noted(0)) } else { core.fire(command: Note(1)) }
        }
        let count = executor.run {
            await core.idle()
            return await core.state.numbers.count
        }
        #expect(count == 30)
        subscription.cancel()
    }

    @Test("Many concurrent waiters all return, and none before the end")
    func manyWait() {
        let core = makeCore()
        let subscription = core.subscribe(to: \.numbers) { numbers in
            if numbers.count < 20 { core.fire(event: Noted(1)) }
        }
        let counts = Locked<[Int]>([])
        for _ in 0..<12 {
            executor.start {
                await core.idle()
                let count = await core.read { $0.numbers.count }
                counts.withLock { $0.append(count) }
            }
        }
        executor.run()
        #expect(counts.copy == Array(repeating: 20, count: 12))
        subscription.cancel()
    }

    @Test("It does not wait for the body of a canceled command")
    func cancelledBodies() async {
        let (core, gate) = (Core(state: Notes(), runtime: .testing()), TestGate<Void>())
        let handle = core.fire(command: NoteAfter(gate, 1))
        await gate.arrived()
        handle.cancel()
        await core.idle()
        #expect(await handle.end == "cancelled")
        gate.open()
    }

    @Test("With threads, nothing is left to be done when it returns")
    func withThreads() async {
        for round in 0..<Loops.rounds(of: 2_000) {
            let core = Core(state: Notes())
            let subscription = core.subscribe(to: \.numbers) { numbers in
                if numbers.count < 9 { core.fire(event: Noted(1)) }
            }
            await core.idle()
            let count = await core.read { $0.numbers.count }
            #expect(count == 9, "round \(round)")
            subscription.cancel()
        }
    }
}
