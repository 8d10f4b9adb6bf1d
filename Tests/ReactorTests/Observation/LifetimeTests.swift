import Reactor
import ReactorTesting
import Testing

@testable import ReactorStateSupport

@MainActor
@Suite("The lifetime of an ObservableCore")
struct LifetimeTests {
    private struct Retaining: State {
        let sentinel: Sentinel
        var count = 0

        mutating func react(to event: any Event) {
            if event is Ticked { count += 1 }
        }
    }

    @Test("The core does not retain it, and it releases the core", arguments: Lying.allCases)
    func letsGo(lying: Lying) async throws {
        weak var state: Sentinel?
        weak var mirror: ObservableCore<Retaining>?
        let ended = TestGate<Void>()
        do {
            let sentinel = Sentinel { ended.arrive() }
            state = sentinel
            let app = lying.mirror(Retaining(sentinel: sentinel))
            mirror = app
            let reader = Reader { _ = app.count }
            app.fire(event: Ticked())
            await app.settled()
            #expect(reader.invalidations == 1)
        }
        try #require(mirror == nil)
        await ended.arrived()
        #expect(state == nil)
    }

    @Test("When the core is closed it retains the last state", arguments: Lying.allCases)
    func closed(lying: Lying) async {
        let app = lying.mirror(Shelf())
        app.fire(event: Put(\.first, 9))
        await app.core.close()
        await app.settled()
        #expect(app.first == 9)
        app.fire(event: Put(\.first, 10))
        await app.settled()
        #expect(app.first == 9)
    }

    @Test("A value that is set after the core was closed is shown until it was refused", arguments: Lying.allCases)
    func setAfterClosing(lying: Lying) async {
        let reports = Reports()
        let app = lying.mirror(Form(draft: "LAST"), reports: reports)
        await app.core.close()
        app[Form.draft] = "more"
        await app.settled()
        #expect(app[Form.draft] == "LAST")
        #expect(reports.refusals.map(\.reason) == [.closed])
        #expect(reports.all.count == 1)
    }
}
