import Reactor
import ReactorTesting
import Synchronization
import Testing

/// Scenarios that the suites of MobiusCore describe for a loop.
@Suite("The core, as Mobius' suites describe its loop")
struct LoopScenarios {
    @Test("Effects of the beginning are performed immediately")
    func initial() async {
        let core = Core(
            state: Counter(isTracking: true), reactions: [.while(\Counter.isTracking) { LogText(text: "on") }])
        await core.idle()
        #expect(await core.state.log == ["on"])
    }

    @Test("An effect leads to an event, which leads to the next effect")
    func cycle() async {
        let core = Core(
            state: Counter(),
            reactions: [.on(Added.self) { event in event.amount < 4 ? Add(amount: event.amount + 1) : nil }])
        core.fire(event: Added(amount: 1))
        await core.idle()
        #expect(await core.state.count == 1 + 2 + 3 + 4)
    }

    private struct Add: Command {
        let amount: Int
        func execute(state: Counter, core: Core<Counter>) { core.fire(event: Added(amount: amount)) }
    }

    @Test("An effect that ends its own condition finishes its work")
    func endsItself() async {
        let core = Core(state: Counter(), reactions: [.while(\Counter.isTracking) { Finish() }])
        core.fire(event: Tracking(isOn: true))
        await core.idle()
        #expect(await core.state.log == ["before", "after"])
    }

    private struct Finish: Command {
        func execute(state: Counter, core: Core<Counter>) async throws {
            core.fire(event: Logged(text: "before"))
            core.fire(event: Tracking(isOn: false))
            await core.settled()
            core.fire(event: Logged(text: "after"))
        }
    }

    @Test("A closed core refuses events and commands, and reports each once")
    func disposed() async {
        let reports = Notes<String>()
        let core = Core(state: Counter(), runtime: Runtime(report: { reports.note("\($0)") }))
        await core.close()
        for _ in 0..<20 {
            core.fire(event: Added())
            #expect(await core.fire(command: LogText(text: "a")).outcome.isDropped)
        }
        #expect(await core.state.count == 0)
        #expect(reports.all.count <= 2, "\(reports.all)")
    }

    @Test("An optimistic change is shown immediately, and rolled back alone if it is refused")
    func optimistic() async {
        let core = Core(state: Counter())
        let refused = core.predict(Added(amount: 100))
        core.fire(event: Added(amount: 1))
        let confirmed = core.predict(Added(amount: 10))
        #expect(await core.state.count == 111)
        refused.rollback()
        confirmed.commit()
        #expect(await core.state.count == 11)
        #expect(await core.pending.isEmpty)
    }
}
