import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Law 3: one writer")
struct OneWriterTests {
    @Test("No two events are ever applied at the same time")
    func oneAtATime() async {
        let core = Core(state: Guard(), runtime: .testing())
        await onThreads(8) { _ in
            for _ in 0..<Loops.rounds(of: 20_000) { core.fire(event: Noted(0)) }
        }
        let state = await core.state
        #expect(state.events == 8 * Loops.rounds(of: 20_000))
        #expect(state.probe.overlaps == 0)
    }

    @Test("The state is changed in place: no subscriber with a selection and no middleware makes an event copy it")
    func changedInPlace() async {
        let core = Core(state: Boxed(), middlewares: [Peek()], runtime: .testing())
        let subscription = core.subscribe(to: \.count) { _ in }
        let every = core.subscribe(to: \.count, delivery: .every) { _ in }
        let selector = core.subscribe(to: Derived { $0.count % 2 }) { _ in }
        for _ in 0..<100 {
            core.fire(event: Noted(1))
            _ = await core.read { $0.count }
        }
        core.fire(events: [Noted(1), Noted(1)])
        #expect(await core.perform { core in core.fire(event: Noted(1)) }.end == "finished")
        await core.settled()
        #expect(await core.read { $0.count } == 103)
        #expect(await core.read { $0.copies } == 0)
        subscription.cancel()
        every.cancel()
        selector.cancel()
    }

    @Test("Neither do other readers: reactions, child states, an ObservableCore, and confirmed predictions")
    @MainActor
    func lookedAt() async {
        let gate = TestGate<Void>()
        let core = Core(
            state: Boxed(),
            reactions: [
                .while(\.isNegative) { Look() },
                .for(\.nothing) { _ in Look() },
                .on(Noted.self) { _ in Look?.none },
            ], runtime: .main)
        let app = ObservableCore(core)
        let inPart = core.scope(to: \.drawer, default: Drawer()).perform { _ in try? await gate.wait() }
        let subscription = core.scope(to: \.notes).subscribe(to: \.sum) { _ in }
        core.predict(Noted(1)).commit()
        _ = core.mark()
        await core.settled()
        let copies = app.copies
        for number in 2...100 {
            app.fire(event: Noted(number))
            #expect(app.count == number)
            await core.settled()
        }
        #expect(app.copies == copies)
        subscription.cancel()
        gate.open()
        #expect(await inPart.end == "finished")
    }

    @Test("A copy of the state is an independent value")
    func copiesAreValues() async {
        let core = Core(state: Notes(), runtime: .testing())
        core.fire(event: Noted(1))
        let before = await core.state
        core.fire(event: Noted(2))
        #expect(await core.state.numbers == [1, 2])
        #expect(before.numbers == [1])
    }
}

/// Counts the overlapping calls during a change.
private final class Probe: Sendable {
    private let inside = Locked((count: 0, overlaps: 0))

    var overlaps: Int { inside.withLock { $0.overlaps } }

    func enter() {
        inside.withLock { inside in
            inside.count += 1
            if inside.count > 1 { inside.overlaps += 1 }
        }
    }

    func leave() { inside.withLock { $0.count -= 1 } }
}

private struct Guard: State {
    let probe = Probe()
    var events = 0

    mutating func react(to event: any Event) {
        probe.enter()
        events += 1
        probe.leave()
    }
}

/// A state whose storage detects whether another copy retained it when it was changed.
private struct Boxed: State {
    private final class Storage: Sendable {}

    private var storage = Storage()
    var count = 0
    var copies = 0
    var notes = Notes()
    var drawer: Drawer? = Drawer()
    var nothing: Int?
    var isNegative: Bool { count < 0 }

    mutating func react(to event: any Event) {
        if !isKnownUniquelyReferenced(&storage) {
            copies += 1
            storage = Storage()
        }
        count += 1
    }
}

private struct Look: Command {
    func execute(state: Boxed, core: Core<Boxed>) {}
}

private struct Peek: Middleware {
    func intercept(event: any Event, state: Boxed) -> (any Event)? { state.count < 0 ? nil : event }
    func process(event: any Event, state: Boxed) {}
}
