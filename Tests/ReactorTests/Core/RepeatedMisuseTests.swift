import Reactor
import ReactorTesting
import Testing

/// A mistake in a loop is one mistake.
@Suite("Repeated misuse")
struct RepeatedMisuseTests {
    private let reports = Reports()
    private let core: Core<Notes>

    init() { core = Core(state: Notes(), runtime: .testing(reports)) }

    @Test("Predictions that are begun and released at one line are reported once, and those of another line again")
    func released() async {
        for number in 1...5 { _ = core.predict(Noted(number)) }
        _ = core.predict(Noted(6))
        await core.settled()
        #expect(await core.state.numbers == [])
        #expect(reports.all.count == 2)
    }

    @Test("A resolution that is too late is reported once for its line, and again for a different mistake")
    func resolvedTwice() async {
        let other = Core(state: Notes(), runtime: .testing(reports))
        let foreign = other.mark()
        for number in 1...5 {
            let mark = core.mark()
            for _ in 1...2 { core.fire(event: Noted(number), .authoritative(asOf: mark)) }
        }
        for _ in 1...3 { core.fire(event: Noted(9), .authoritative(asOf: foreign)) }
        await core.settled()
        let ledger = reports.all.filter { if case .ledgerRefused = $0 { true } else { false } }
        #expect(ledger.count == 2)
        #expect(reports.refusals.count == 5 + 3, "each refused event is reported, which is not misuse")
        foreign.release()
    }

    @Test("A Reset that is predicted is reported once for its type")
    func predictedResets() async {
        for _ in 1...3 { core.predict(Reset<Notes>()).rollback() }
        core.predict(Reset<Core<Notes>>()).rollback()
        await core.settled()
        let resets = reports.all.filter { if case .resetPredicted = $0 { true } else { false } }
        #expect(resets.count == 2)
    }

    @Test("Commands of one type that ignore their cancellation are reported once")
    func deaf() async {
        let (gate, clock) = (TestGate<Void>(), ManualClock())
        let core = Core(state: Notes(), runtime: .testing(reports, clock: clock))
        let options = CommandOptions(id: "note", policy: .enqueue, grace: .seconds(1))
        var handles = [core.fire(command: NoteAfter(gate, 0), options: options)]
        await gate.arrived()
        for number in 1...2 {
            handles.append(core.fire(command: NoteAfter(gate, number), options: options))
            core.cancel(id: "other")
            handles[number - 1].cancel()
            await clock.sleepers(1)
            clock.advance(by: .seconds(1))
            await gate.arrived(number + 1)
        }
        #expect(reports.all.filter { if case .commandIgnoresCancellation = $0 { true } else { false } }.count == 1)
        gate.open()
        await core.idle()
    }

    @Test("Each core reports its own misuse, even if it was made with the runtime of another core")
    func severalCores() async {
        let other = Core(state: Notes(), runtime: .testing(reports))
        let successor = Core(state: Notes(), runtime: core.runtime)
        for core in [core, other, successor] {
            _ = core.predict(Noted(1))
            await core.settled()
        }
        #expect(reports.all.count == 3)
    }
}
