import Reactor
import ReactorTesting
import Testing

/// A screen as it is written: everything on the main actor, and no annotation inside.
@MainActor
private final class WatchingScreen {
    var shown: [Int] = []
    var sums: [String] = []
    var asked = 0
    private(set) var core: Core<Notes>?
    private var subscriptions: [Subscription] = []

    func open() -> Core<Notes> {
        let core = Core(
            state: Notes(),
            reactions: isWatching() ? [.on(Added.self) { event in NoteNow(number: event.number) }] : [],
            runtime: .testing())
        subscriptions = [
            core.subscribe(to: \.numbers) { [weak self] in self?.shown = $0 },
            core.subscribe(to: \.numbers, \.sum) { @MainActor [weak self] in self?.sums.append("\($0.count) \($1)") },
            core.subscribe(to: Derived { $0.sum }) { [weak self] _ in self?.asked += 1 },
            core.subscribe { [weak self] _ in self?.asked += 1 },
        ]
        self.core = core
        return core
    }

    private func isWatching() -> Bool {
        asked += 1
        return true
    }
}

private struct Added: Event { let number: Int }

private struct NoteNow: Command {
    let number: Int
    func execute(state: Notes, core: Core<Notes>) { core.fire(event: Noted(number)) }
}

@Suite("A core that is created and observed on the main actor")
@MainActor
struct MainActorCoreTests {
    @Test("Reactions can use objects of the main actor, and closures run on the actor on which they are written")
    func closures() async {
        let screen = WatchingScreen()
        let core = screen.open()
        #expect(screen.asked == 1, "the reactions were evaluated immediately")
        core.fire(event: Added(number: 4))
        await core.idle()
        #expect(screen.shown == [4])
        #expect(screen.sums.last == "1 4")
        #expect(screen.asked > 2)
    }
}

@Suite("The time of day")
struct TimeOfDayTests {
    private struct Stamped: Event, Equatable { let date: Timestamp }
    private struct StampNow: Command {
        func execute(state: Stamps, core: Core<Stamps>) { core.fire(event: Stamped(date: .now(in: core.runtime))) }
    }
    private struct Stamps: Reactor.State, Equatable {
        var dates: [Timestamp] = []
        var names = RequestStatus<[String], String>()

        mutating func react(to event: any Event) {
            if let event = event as? Stamped { dates.append(event.date) }
            _ = names.react(to: event, as: "names")
        }
    }

    @Test("The time is that of the runtime, and a load's response has it unless it receives another")
    func runtime() async {
        let core = Core(state: Stamps(), runtime: Runtime(now: { Timestamp(millisecondsSince1970: 7) }))
        core.fire(command: StampNow())
        _ = await core.load("names", \.names) { _ in ["a"] }.outcome
        await core.idle()
        #expect(await core.state.dates == [Timestamp(millisecondsSince1970: 7)])
        #expect(await core.state.names.updatedAt == Timestamp(millisecondsSince1970: 7))
    }

    @Test("In a test the time begins with 1970 and moves with the clock")
    func inATest() async throws {
        let core = TestCore(state: Stamps())
        await core.advance(by: .seconds(3))
        try await core.fire(command: StampNow())
        try await core.receive(Stamped(date: Timestamp(millisecondsSince1970: 3_000))) {
            $0.dates = [Timestamp(millisecondsSince1970: 3_000)]
        }
        try await core.finish()
    }

    @Test("The system's time is later than the time at which this test was written")
    func system() {
        #expect(Timestamp.now(in: .live) > Timestamp(millisecondsSince1970: 1_760_000_000_000))
    }
}
