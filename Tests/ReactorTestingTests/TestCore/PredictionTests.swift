import Reactor
import ReactorTesting
import Testing

@Suite("Predictions in a test core")
struct PredictionTests {
    let core = TestCore(state: Scales())
    let answer = Gate<Double>()

    @Test("A Reset rolls back the predictions of its scope as part of itself")
    func reset() async throws {
        let prediction = core.core.predict(WeightLogged(id: 2), owner: Scales.self)
        try await core.predicted(WeightLogged.self) { $0.entries = [Entry(id: 2, kilograms: 80.5)] }
        try await core.fire(event: Reset<Scales>()) { $0.entries = [] }
        try await core.withdrawn(WeightLogged.self)
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
                prediction 1 (WeightLogged) confirmed with WeightConfirmed(id: 1, kilograms: 1.0): \
                assert it with confirmed(WeightLogged.self, with: WeightConfirmed.self)
                """
            ))
    }
}
