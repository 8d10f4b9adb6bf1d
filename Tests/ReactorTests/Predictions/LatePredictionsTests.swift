import Reactor
import ReactorTesting
import Testing

@Suite("Predictions of ended commands")
struct LatePredictionsTests {
    let reports = Reports()

    @Test("Events that a canceled command appends to its prediction are refused like the events that it fires")
    func appendIsLate() async {
        let core = Core(state: Notes(), runtime: .testing(reports))
        let (gate, appended) = (Gate<Void>(), Gate(isOpen: true))
        let handle = core.perform { core in
            let prediction = core.predict(Noted(1))
            await gate.wait()
            prediction.append([Noted(2), Noted(3)])
            prediction.commit(with: [Noted(10)])
            appended.arrive()
        }
        await gate.arrived()
        handle.cancel()
        _ = await handle.outcome
        gate.open()
        await appended.arrived()
        #expect(await core.state.numbers == [10])
        #expect(reports.refusals.map(\.reason) == [.late, .late])
        #expect(reports.refusals.allSatisfy { $0.cause?.command.contains("LatePredictionsTests") == true })
    }
}
