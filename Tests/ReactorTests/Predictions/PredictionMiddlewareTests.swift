import Reactor
import ReactorTestSupport
import Testing

@Suite("Predictions, middleware and reactions")
struct PredictionMiddlewareTests {
    private let reports = Reports()

    private func refuses(_ numbers: Int...) -> Bouncer {
        Bouncer { event in (event as? Noted).map { numbers.contains($0.number) } ?? false }
    }

    @Test("A predicted event that a middleware refuses is not shown, and its response is refused with it")
    func predictionRefused() async throws {
        let core = Core(state: Notes(), middlewares: [refuses(1)], runtime: .testing(reports))
        try await core.optimistically(Noted(1)) { _ in .commit(with: [Noted(2)]) }
        #expect(await core.state.numbers == [])
        #expect(await core.pending == [])
        #expect(reports.refusals.map(\.reason) == [.middleware, .ledger])
        #expect(await core.counts.total == 2)
    }

    @Test("A commit with an event that a middleware refuses rolls back, and none of its events is applied")
    func commitRefused() async {
        let core = Core(state: Notes(), middlewares: [refuses(3)], runtime: .testing(reports))
        let prediction = core.predict(Noted(1))
        prediction.commit(with: [Noted(2), Noted(3), Noted(4)])
        #expect(await core.state.numbers == [])
        #expect(await core.pending == [])
        #expect(reports.refusals.map(\.reason) == [.middleware, .ledger, .ledger])
        #expect(await core.counts.total == 4)
    }

    @Test("An appended event that a middleware refuses rolls the whole prediction back, and its resolution is refused")
    func appendRefused() async {
        let core = Core(state: Notes(), middlewares: [refuses(2)], runtime: .testing(reports))
        let prediction = core.predict(Noted(1))
        prediction.append([Noted(2)])
        prediction.commit(with: [Noted(3)])
        core.fire(event: Noted(4))
        #expect(await core.state.numbers == [4])
        #expect(await core.counts.total == 4)
        #expect(reports.all.count == reports.refusals.count)
    }

    @Test("An append after the resolution is refused and reported, even if a middleware refuses it first")
    func appendAfterResolution() async {
        let core = Core(state: Notes(), middlewares: [refuses(2)], runtime: .testing(reports))
        let prediction = core.predict(Noted(1))
        prediction.commit()
        prediction.append([Noted(2)])
        prediction.append([Noted(3)])
        prediction.rollback()
        #expect(await core.state.numbers == [1])
        #expect(reports.all.count { if case .ledgerRefused = $0 { true } else { false } } == 3)
        #expect(await core.counts.total == 3)
    }

    @Test("In a rollback a middleware removes only the event that it refuses")
    func rollbackRefused() async {
        let core = Core(state: Notes(), middlewares: [refuses(3)], runtime: .testing())
        let prediction = core.predict(Noted(1))
        prediction.rollback(with: [Noted(2), Noted(3), Noted(4)])
        #expect(await core.state.numbers == [2, 4])
        #expect(await core.counts.total == 4)
    }

    @Test("Middleware is called for each event once, and for no replay; it sees the state as it is shown")
    func refolds() async {
        let log = SeenLog()
        let core = Core(state: Notes(), middlewares: [log], runtime: .testing())
        let first = core.predict(Noted(1))
        let second = core.predict(Noted(2))
        core.fire(event: Noted(3))
        first.rollback()
        second.commit(with: [Noted(4)])
        core.fire(event: Noted(5), .authoritative)
        let third = core.predict(Noted(6), owner: Screen.self)
        core.fire(event: Reset<Screen>())
        await core.settled()
        #expect(
            log.all == [
                "1 before []", "1 after [1]", "2 before [1]", "2 after [1, 2]", "3 before [1, 2]", "3 after [1, 2, 3]",
                "4 before [2, 3]", "4 after [4, 3]", "5 before [4, 3]", "5 after [4, 3, 5]",
                "6 before [4, 3, 5]", "6 after [4, 3, 5, 6]", "reset before [4, 3, 5, 6]", "reset after [4, 3, 5]",
            ])
        third.commit()
    }
}

/// Stores the number of the applied event, with the state after it.
private final class SeenLog: Middleware {
    private let lines = Locked<[String]>([])
    var all: [String] { lines.copy }

    func intercept(event: any Event, state: Notes) -> (any Event)? {
        keep(event, "before", state)
        return event
    }

    func process(event: any Event, state: Notes) { keep(event, "after", state) }

    private func keep(_ event: any Event, _ when: String, _ state: Notes) {
        let name = (event as? Noted).map { "\($0.number)" } ?? "reset"
        lines.withLock { $0.append("\(name) \(when) \(state.numbers)") }
    }
}
