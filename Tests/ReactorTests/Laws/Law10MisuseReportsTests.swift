import Reactor
import ReactorTesting
import Testing

@Suite("Law 10: misuse is reported")
struct MisuseReportsTests {
    @Test("Options that make no sense stop the program")
    func options() async {
        await #expect(processExitsWith: .failure) { _ = CommandOptions(max: 0) }
        await #expect(processExitsWith: .failure) { _ = RetryPolicy.exponential(attempts: 0) }
    }

    @Test("A dependency without a test value stops the program")
    func dependency() async {
        await #expect(processExitsWith: .failure) { _ = Dependencies(.test)[UntestedKey.self] }
    }

    @Test("Every report names its type and contains a fix")
    func reports() async {
        let gate = Gate<Void>()
        let (reports, clock) = (Reports(), ManualClock())
        let core = Core(state: Notes(), runtime: .testing(reports, clock: clock))
        core.fire(command: NoteAfter(gate, 1))
        await gate.arrived()
        async let closing: Void = core.close(grace: .seconds(1))
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        await closing
        core.fire(event: Noted(2))
        await core.settled()
        #expect(reports.sentences.count == 2)
        #expect(reports.sentences.first?.contains("NoteAfter") == true)
        #expect(reports.sentences.last?.contains("Noted") == true)
        gate.open()
    }
}

private enum UntestedKey: DependencyKey {
    static var liveValue: Int { 1 }
}
