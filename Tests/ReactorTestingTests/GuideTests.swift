import Reactor
import ReactorTesting
import Testing

/// The code of Docs/Testing.md that is not a test elsewhere, run.
@Suite("The guide to testing")
struct GuideTests {
    @Test("A reducer")
    func reducer() throws {
        try given(Scales(), WeightLogged(id: 1)).when(WeightSaved(id: 1)).then { $0.entries[0].isSaved = true }
    }

    @Test("A core")
    func core() async throws {
        let core = TestCore(state: Scales())
        try await core.fire(event: WeightLogged(id: 1)) { $0.entries = [Entry(id: 1, kilograms: 80.5)] }
        try await core.finish()
    }

    @Test("Commands")
    func commands() async throws {
        let gate = Gate<Void>()
        let core = TestCore(state: Scales())
        try await core.fire(event: WeightLogged(id: 1)) { $0.entries = [Entry(id: 1, kilograms: 80.5)] }
        try await core.fire(command: Save(id: 1, gate: gate))
        gate.open()
        try await core.receive(WeightSaved.self) { $0.entries[0].isSaved = true }
        try await core.finish()
    }

    @Test("Stubs and launches")
    func stubs() async throws {
        let core = TestCore(
            state: Scales(), reactions: { On(WeightLogged.self) { Save(id: $0.id, gate: Gate<Void>()) } })
        core.stub(Save.self) { save, core in core.fire(event: WeightSaved(id: save.id)) }
        try await core.fire(event: WeightLogged(id: 1)) { $0.entries = [Entry(id: 1, kilograms: 80.5)] }
        try await core.launched(Save.self)
        try await core.receive(WeightSaved(id: 1)) { $0.entries[0].isSaved = true }
        core.stub(Save.self, failingWith: Broken())
        try await core.fire(event: WeightSaved(id: 1))
        try await core.launchedNone()
        try await core.finish()
    }

    @Test("Time")
    func time() async throws {
        let core = TestCore(state: Scales())
        core.stub(Save.self) { save, core in core.fire(event: WeightSaved(id: save.id)) }
        let quiet = CommandOptions(id: "save", debounce: .milliseconds(300))
        try await core.fire(command: Save(id: 1, gate: Gate<Void>()), options: quiet)
        try await core.fire(command: Save(id: 2, gate: Gate<Void>()), options: quiet)
        await core.advance(by: .milliseconds(300))
        try await core.receive(WeightSaved(id: 2))
        try await core.finish()
    }
}
