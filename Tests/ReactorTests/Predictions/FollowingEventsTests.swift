import Reactor
import ReactorTesting
import Testing

@Suite("Events that follow a resolution")
struct FollowingEventsTests {
    let reports = Reports()

    @Test("Events that follow a response arrive although the command was canceled")
    func afterCancellation() async {
        let core = Core(state: Notes(), runtime: .testing(reports))
        let (gate, resolved) = (TestGate<Void>(), TestGate(isOpen: true))
        let handle = core.perform { core in
            try await core.optimistically(Noted(1)) { _ in
                try? await gate.wait()
                resolved.arrive()
                return .commit(with: [Noted(10)], then: [Noted(11)])
            }
        }
        await gate.arrived()
        handle.cancel()
        _ = await handle.outcome
        gate.open()
        await resolved.arrived()
        for await numbers in core.updates(of: \.numbers) where numbers == [10, 11] { break }
        #expect(reports.refusals.isEmpty)
    }

    @Test("If the response is refused, or comes after a Reset, nothing follows")
    func refused() async {
        let core = Core(
            state: Notes(), middlewares: [Refusing(number: 10)], runtime: .testing(reports))
        core.predict(Noted(1)).commit(with: [Noted(10)], then: [Noted(3)])
        #expect(await core.state.numbers == [])
        #expect(await core.counts.refused(.ledger) == 1)
        let owned = core.predict(Noted(1), owner: Notes.self)
        core.fire(event: Reset<Notes>())
        owned.commit(with: [Noted(5)], then: [Noted(6)])
        #expect(await core.state.numbers == [])
        #expect(await core.counts.refused(.ledger) == 3)
    }

    @Test("Appending to a prediction in a row that does not exist leaves the prediction unchanged")
    func appendedToAnAbsentRow() async {
        let core = Core(
            state: Gallery(details: KeyedRows(uniqueRows: [Detail(id: 1)])), runtime: .testing(reports))
        let row = core.scope(to: \.details, id: 1, default: Detail(id: 0))
        let prediction = row.predict(DetailNoted(id: 1, number: 8))
        core.fire(event: DetailRemoved(id: 1))
        prediction.append([DetailNoted(id: 1, number: 9)])
        #expect(await core.pending == [prediction.id])
        prediction.commit()
        #expect(await core.pending == [])
        #expect(reports.all.count == 1)
    }
}

/// Refuses a number.
private struct Refusing: Middleware {
    let number: Int

    func intercept(event: any Event, state: Notes) -> (any Event)? {
        (event as? Noted)?.number == number ? nil : event
    }
}
