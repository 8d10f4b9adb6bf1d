import Reactor
import ReactorTesting
import Testing

@Suite("Predictions in a test core")
struct PredictionTests {
    let core = TestCore(state: Scales())
    let answer = TestGate<Double>()

    @Test("A Reset rolls back the predictions of its scope as part of itself")
    func reset() async throws {
        let prediction = core.core.predict(WeightLogged(id: 2), owner: Scales.self)
        try await core.predicted(WeightLogged.self) { $0.entries = [Entry(id: 2, kilograms: 80.5)] }
        try await core.fire(event: Reset<Scales>()) { $0.entries = [] }
        try await core.rolledBack(WeightLogged.self)
        prediction.commit()
        try await core.finish()
    }

    @Test("An unresolved prediction fails finish(), and receive() of it fails with a fix")
    func unsettled() async throws {
        try await core.fire(command: LogOptimistically(id: 1, answer: answer))
        let wrong = await failure { try await core.receive(WeightLogged.self) }
        #expect(
            wrong.contains(
                "WeightLogged(id: 1, kilograms: 80.5) predicted: assert it with predicted(WeightLogged.self), fired by")
        )
        try await core.predicted(WeightLogged.self) { $0.entries = [Entry(id: 1, kilograms: 80.5)] }
        let end = await failure { try await core.finish() }
        #expect(end.contains("These predictions are not resolved:\n    prediction 1 (WeightLogged)"))
        answer.open(with: 1)
        await core.settled()
        let settled = await failure { try await core.finish() }
        #expect(
            settled.contains(
                """
                prediction 1 (WeightLogged) committed with WeightConfirmed(id: 1, kilograms: 1.0): \
                assert it with committed(WeightLogged.self, with: WeightConfirmed.self)
                """
            ))
    }

    private struct Page: State, UndoableDocument {
        struct Typed: Event { var text: String }
        var text = ""
        mutating func react(to event: any Event) { if let event = event as? Typed { text += event.text } }
    }

    @Test("The history of a prediction is written with its event, and the undo of the expected state is the real one")
    func undo() async throws {
        typealias Typed = Page.Typed
        let core = TestCore(state: Undoable(Page()))
        try await core.fire(event: Typed(text: "a")) { $0.react(to: Typed(text: "a")) }
        let prediction = core.core.predict(Typed(text: "b"))
        try await core.predicted(Typed.self) { $0.react(to: Typed(text: "b")) }
        prediction.commit(with: [Typed(text: "c"), Typed(text: "d")])
        try await core.committed(Typed.self, with: Typed.self, Typed.self) { page in
            page.undoEvent.map { page.react(to: $0) }
            page.react(to: Typed(text: "cd"))
        }
        let undo = try #require(core.state.undoEvent)
        try await core.fire(event: undo) { $0.react(to: undo) }
        #expect(core.state.document.text == "a" && core.state.redoCount == 1)
        try await core.finish()
    }
}
