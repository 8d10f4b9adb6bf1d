import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Predictions of commands that are over")
struct LatePredictionsTests {
    let reports = Reports()

    @Test("What a cancelled command appends to its prediction is refused like what it fires")
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

    @Test("What is appended in a part that is gone is refused")
    func appendToAPartThatIsGone() async {
        let core = Core(
            state: Gallery(details: KeyedRows(uniqueRows: [Detail(id: 1)])), runtime: .testing(reports))
        let row = core.scope(to: \.details, id: 1, default: Detail(id: 0))
        let prediction = row.predict(DetailNoted(id: 1, number: 1))
        core.fire(event: DetailRemoved(id: 1))
        prediction.append([DetailNoted(id: 1, number: 2)])
        await core.settled()
        #expect(reports.refusals.map(\.reason).first == .absent)
        prediction.rollback()
        await core.settled()
    }
}
