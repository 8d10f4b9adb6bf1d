import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Closing a core")
struct ClosingTests {
    let clock = ManualClock()
    let reports = Reports()
    let gate = TestGate<Void>()

    func makeCore() -> Core<Notes> { Core(state: Notes(), runtime: .testing(reports, clock: clock)) }

    @Test("Everything fired before is applied, and the last state delivered before close returns")
    func deliversTheLastState() async {
        for _ in 0..<Loops.rounds(of: 2_000) {
            let core = makeCore()
            let recorder = Recorder<Int>()
            core.add(subscriber: recorder, selecting: \.sum)
            for _ in 0..<10 { core.fire(event: Noted(1)) }
            await core.close()
            #expect(recorder.values.last == 10)
        }
    }

    @Test("Close waits for a slow subscriber that has not received the last state")
    func waitsForSlowSubscribers() {
        let executor = StepExecutor()
        let core = Core(state: Notes(), runtime: executor.runtime())
        let recorder = Recorder<Int>(gate: gate)
        core.add(subscriber: recorder, selecting: \.sum)
        executor.run()
        core.fire(event: Noted(1))
        let isClosed = Locked(false)
        executor.start {
            await core.close()
            isClosed.withLock { $0 = true }
        }
        executor.run()
        #expect(!isClosed.copy)
        gate.open()
        executor.run()
        #expect(isClosed.copy)
        #expect(recorder.values == [0, 1])
    }

    @Test("Running commands are canceled and waiting ones dropped, which is reported; then nothing is accepted")
    func everythingInFlight() async {
        let core = makeCore()
        let line = CommandOptions(id: "line", policy: .enqueue)
        let running = core.fire(command: NoteAfter(gate, 1), options: line)
        let waiting = core.fire(command: Note(2), options: line)
        let debounced = core.fire(command: Note(3), options: CommandOptions(id: "quiet", debounce: .seconds(1)))
        let throttled = CommandOptions(id: "throttled", throttle: .seconds(1))
        let first = core.fire(command: Note(4), options: throttled)
        #expect(await first.end == "finished")
        let second = core.fire(command: Note(5), options: throttled)
        await gate.arrived()
        async let closing: Void = core.close()
        #expect(await running.end == "cancelled")
        gate.open()
        await closing
        #expect(await waiting.end == "dropped")
        #expect(await debounced.end == "dropped")
        #expect(await second.end == "dropped")
        #expect(await core.state == Notes(numbers: [4], ends: ["line cancelled"]))
        #expect(await core.fire(command: Note(6)).end == "dropped")
        await core.settled()
        await core.idle()
        #expect(await core.read { $0.numbers } == [4])
        #expect(!reports.all.contains { if case .closedOver = $0 { true } else { false } })
    }

    @Test("A body that stays longer than the grace is named, and not waited for")
    func grace() async {
        let core = makeCore()
        let handle = core.fire(command: NoteAfter(gate, 1))
        await gate.arrived()
        async let closing: Void = core.close(grace: .seconds(2))
        await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        await closing
        #expect(await handle.end == "cancelled")
        #expect(
            reports.sentences == [
                "close(grace:) waited for its whole grace, and these commands had not returned: NoteAfter. Check "
                    + "Task.isCancelled in them, or increase the grace."
            ])
        gate.open()
    }

    @Test("Nothing starts by reaction to the end of a command while the core closes")
    func reactionsWhileClosing() async {
        let core = Core(
            state: Notes(), reactions: [.on(CommandEnded.self) { _ in Note(9) }], runtime: .testing(reports))
        core.fire(command: NoteAfter(gate, 1))
        await gate.arrived()
        async let closing: Void = core.close()
        await reports.reached(1)
        gate.open()
        await closing
        #expect(await core.state.numbers == [])
        #expect(reports.refusals.first?.type == "Note")
    }
}
