import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Law 2: nothing lost")
struct NothingLostTests {
    @Test("Every event fired while the core is being closed is applied or refused, once, and every refusal reported")
    func everyEventEndsOnce() async {
        for round in 0..<Loops.rounds(of: 400) {
            let reports = Reports()
            let core = Core(
                state: Notes(), middlewares: [Bouncer { ($0 as? Noted)?.number == 7 }], runtime: .testing(reports))
            let halfway = TestGate(isOpen: true)
            async let threads: Void = onThreads(4) { _ in
                for number in 0..<200 {
                    core.fire(event: Noted(number))
                    if number == 100 { halfway.arrive() }
                }
            }
            await halfway.arrived()
            await core.close()
            await threads
            await core.settled()
            let counts = await core.counts
            #expect(counts.total == 800, "round \(round)")
            #expect(await core.state.numbers.count == counts.applied, "round \(round)")
            #expect(counts.refused(.middleware) + counts.refused(.closed) == 800 - counts.applied, "round \(round)")
            // The refusals of a closed core are reported once for each type, and counted.
            #expect(
                reports.refusals.filter { $0.reason == .closed }.count == min(1, counts.refused(.closed)),
                "round \(round)")
            #expect(
                reports.refusals.filter { $0.reason == .middleware }.count == counts.refused(.middleware),
                "round \(round)")
        }
    }

    @Test("An event that a middleware refused is counted and reported with its type")
    func refusedByMiddleware() async {
        let reports = Reports()
        let core = Core(
            state: Notes(), middlewares: [Bouncer { ($0 as? Noted)?.number == 2 }], runtime: .testing(reports))
        core.fire(events: [Noted(1), Noted(2), Noted(3)])
        #expect(await core.state.numbers == [1, 3])
        #expect(await core.counts.refused(.middleware) == 1)
        #expect(await core.counts.applied == 2)
        #expect(reports.refusals.map(\.type) == ["Noted"])
        #expect(reports.refusals.map(\.reason) == [.middleware])
        #expect(reports.refusals.map(\.cause) == [nil])
    }

    @Test("A late event that was refused is counted and reported with the command it came from")
    func refusedAsLate() async {
        let reports = Reports()
        let gate = TestGate<Void>()
        let core = Core(state: Notes(), runtime: .testing(reports))
        let handle = core.fire(command: NoteAfter(gate, 1))
        await gate.arrived()
        handle.cancel()
        #expect(await handle.end == "cancelled")
        gate.open()
        await reports.reached(1)
        #expect(await core.counts.refused(.late) == 1)
        #expect(reports.refusals.map(\.type) == ["Noted"])
        #expect(reports.refusals.map(\.reason) == [.late])
        #expect(reports.refusals.map(\.cause?.description) == ["NoteAfter (launch 1)"])
        #expect(await core.state.numbers == [])
    }

    @Test("Commands and events that a closed core refuses are reported once for each type, and all are counted")
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
            for _ in 0..<3 { core.fire(event: Reset<Notes>()) }
            await core.settled()
            #expect(await core.counts.refusedCommands == 600)
            #expect(await core.counts.refused(.closed) == 303)
            #expect(reports.refusals.map(\.type) == ["Note", "writing", "Noted", "Reset<Notes>"])
            #expect(reports.all.count == 4)
        }
        await reports.reached(8)
        #expect(reports.sentences.suffix(4).count { $0.contains("refused it 300 times") } == 3)
        #expect(reports.sentences.suffix(4).contains { $0.contains("refused it 3 times") })
    }

    @Test(
        "Firing never waits for the core: all earlier events are applied when it runs once")
    func firingNeverWaits() {
        let executor = StepExecutor()
        let core = Core(state: Total(), runtime: executor.runtime())
        let count = Loops.rounds(of: 20_000_000)
        for number in 0..<count { core.fire(event: Noted(number)) }
        #expect(core.waitingEvents == count)
        executor.run()
        let total = executor.run { await core.state }
        #expect(total?.events == count)
        #expect(total?.sum == count * (count - 1) / 2)
        #expect(core.waitingEvents == 0)
    }
}

private struct Total: State {
    var events = 0
    var sum = 0

    mutating func react(to event: any Event) {
        guard let event = event.as(Noted.self) else { return }
        events += 1
        sum += event.number
    }
}
