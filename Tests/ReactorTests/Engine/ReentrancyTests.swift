import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

/// Calls back into the core while an event is being applied: there is no consistent state at that moment.
@Suite("The middle of an event")
struct ReentrancyTests {
    // MARK: Reading ends the program

    @Test("Reading the state in a deinit that react(to:) triggers ends the program with a message")
    func readInDeinit() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
                let core = Core(state: Chest(), runtime: .main)
                let thing = Thing { MainActor.assumeIsolated { _ = core.assumeIsolated { $0.state } } }
                core.fire(event: Stored(thing: consume thing))
                core.fire(event: Emptied())
            })
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("inside react(to:)"))
    }

    @Test("So do read, pending, isPresent and an ObservableCore, called in a reducer")
    func readInReducer() async {
        await #expect(processExitsWith: .failure) { @MainActor in
            let core = Core(state: Chest(), runtime: .main)
            core.fire(event: Ask { MainActor.assumeIsolated { _ = core.assumeIsolated { $0.read { $0.count } } } })
        }
        await #expect(processExitsWith: .failure) { @MainActor in
            let core = Core(state: Chest(), runtime: .main)
            core.fire(event: Ask { MainActor.assumeIsolated { _ = core.assumeIsolated { $0.pending } } })
        }
        await #expect(processExitsWith: .failure) { @MainActor in
            let core = Core(state: Chest(), runtime: .main)
            core.fire(event: Ask { MainActor.assumeIsolated { _ = core.assumeIsolated { $0.isPresent } } })
        }
        await #expect(processExitsWith: .failure) { @MainActor in
            let app = ObservableCore(Core(state: Chest(), runtime: .main))
            app.core.fire(event: Ask { MainActor.assumeIsolated { _ = app.count } })
        }
        await #expect(processExitsWith: .failure) {
            let core = Core(state: Chest())
            core.fire(event: Ask { core.assumeIsolated { _ = $0.state } })
            await core.settled()
        }
    }

    @Test("A read in a deinit that a replay triggers ends the program, and does not hang")
    func readInRefold() async {
        await #expect(processExitsWith: .failure) { @MainActor in
            let core = Core(state: Chest(), runtime: .main)
            let prediction = core.predict(Noted(1))
            core.fire(event: Stored(thing: Thing { MainActor.assumeIsolated { _ = core.assumeIsolated { $0.state } } }))
            prediction.rollback()
            core.fire(event: Emptied())
            let second = core.predict(Noted(1))
            second.rollback()
            _ = now(core)
        }
    }

    @Test("Between two events, in a middleware or a report, reading returns the complete state")
    @MainActor
    func readBetween() {
        let seen = Locked<[Int]>([])
        let held = Locked<Core<Chest>?>(nil)
        let look: @Sendable () -> Void = {
            MainActor.assumeIsolated {
                guard let core = held.copy else { return }
                let count = core.assumeIsolated { $0.state.count }
                seen.withLock { $0.append(count) }
            }
        }
        let core = Core(state: Chest(), middlewares: [Looking(look: look)], runtime: .main)
        held.withLock { $0 = core }
        core.fire(event: Noted(1))
        core.fire(events: [Noted(2), Noted(3)])
        #expect(seen.copy == [0, 1, 1, 2, 2, 3])
        held.withLock { $0 = nil }
    }

    @Test("So does a read in a selector, after plain events, and events that it fires are not a mistake")
    func readInSelector() async {
        let reports = Reports()
        let core = Core(state: Chest(), runtime: .testing(reports))
        let seen = Locked<[Int]>([])
        let count = Derived { (chest: Chest) in
            let count = core.assumeIsolated { $0.state.count }
            seen.withLock { $0.append(count) }
            if count == 2 { core.fire(event: Noted(3)) }
            return chest.count
        }
        let subscription = core.subscribe(to: count) { _ in }
        await core.settled()
        await core.read { [core] _ in for number in 1...2 { core.fire(event: Noted(number)) } }
        await core.settled()
        await core.settled()
        #expect(seen.copy == [0, 2, 3])
        #expect(reports.all.isEmpty)
        subscription.cancel()
        await core.settled()
    }

    @Test("Events fired by code that has borrowed the state are applied when the state is returned")
    @MainActor
    func fireWhileReading() async {
        let core = Core(state: Chest(), runtime: .main)
        let counts = whileReading(core) { core.fire(event: Noted(1)) }
        #expect(counts == [0, 0])
        #expect(await core.state.count == 1)
    }

    // MARK: Firing waits

    @Test("An event fired inside react(to:) is applied after the current event, and is reported once for each type")
    func fireInReducer() async {
        let reports = Reports()
        let core = Core(state: Chest(), runtime: .testing(reports))
        for number in 0..<50 { core.fire(event: Ask { core.fire(event: Noted(number)) }) }
        core.fire(event: Ask { core.fire(events: [Emptied(), Emptied()]) })
        await core.settled()
        #expect(await core.state.count == 0)
        #expect(await core.counts.applied == 103)
        #expect(
            reports.sentences == [
                "\(Runtime.Report.Subject.firedInsideReact("Noted"))",
                "\(Runtime.Report.Subject.firedInsideReact("Emptied, Emptied"))",
            ])
    }

    @Test("An event fired inside react(to:) through the reducer of another core of the actor is reported, too")
    @MainActor
    func fireThroughAnotherCore() {
        let reports = Reports()
        let outer = Core(state: Chest(), runtime: .testing(reports, executor: .main))
        let inner = Core(state: Chest(), runtime: .testing(executor: .main))
        let innermost = Core(state: Chest(), runtime: .testing(executor: .main))
        outer.fire(
            event: Ask {
                MainActor.assumeIsolated {
                    inner.fire(
                        event: Ask {
                            MainActor.assumeIsolated {
                                innermost.fire(event: Ask { outer.fire(event: Noted(1)) })
                            }
                        })
                }
            })
        #expect(now(outer).numbers == [1])
        #expect(reports.sentences == ["\(Runtime.Report.Subject.firedInsideReact("Noted"))"])
    }

    @Test("A replay does not fire the events of its reducers again, whichever prediction is rolled back")
    func refoldFiresNothing() async {
        let core = Core(state: Chest(), runtime: .testing())
        let first = core.predict(Stored(thing: nil))
        for number in 0..<100 { core.fire(event: Ask { core.fire(event: Noted(number)) }) }
        let second = core.predict(Stored(thing: nil))
        await core.settled()
        #expect(await core.state.count == 102)
        second.rollback()
        #expect(await core.state.count == 101)
        core.fire(event: Noted(0), .authoritative)
        #expect(await core.state.count == 102)
        first.rollback()
        #expect(await core.state.count == 101)
        #expect(await core.counts.applied == 203)
    }

    @Test("A replay of the log does not launch or predict again")
    func refoldLaunchesNothing() async {
        let launches = Locked(0)
        let core = Core(state: Chest(), runtime: .testing())
        let prediction = core.predict(Noted(0))
        core.fire(event: Ask { core.fire(command: Counted(launches: launches)) })
        core.fire(event: Ask { core.predict(Noted(7)).commit() })
        await core.idle()
        prediction.rollback()
        await core.idle()
        #expect(launches.copy == 1)
        #expect(await core.state.count == 1)
        #expect(await core.pending == [])
    }

    @Test("An object that a replay releases permanently fires once, and the main thread continues")
    @MainActor
    func deinitFiresInRefold() async {
        let core = Core(state: Chest(), runtime: .main)
        let prediction = core.predict(Noted(1))
        core.fire(event: Stored(thing: Thing { core.fire(event: Noted(2)) }))
        core.fire(event: Emptied())
        prediction.commit()
        core.predict(Noted(3)).rollback()
        #expect(now(core).count <= 1)
        await core.settled()
        #expect(await core.state.numbers == [2])
        // The object whose closure retained the core has been released.
    }
}

/// The state in this job of the main actor.
@MainActor
private func now(_ core: Core<Chest>) -> Chest { core.assumeIsolated { $0.state } }

/// The number of objects before and after an operation with the borrowed state.
@MainActor
private func whileReading(_ core: Core<Chest>, _ body: @escaping @MainActor @Sendable () -> Void) -> [Int] {
    core.assumeIsolated { core in
        core.read { chest in
            let before = chest.count
            MainActor.assumeIsolated(body)
            return [before, chest.count]
        }
    }
}

/// An object that reports its deinit.
private final class Thing: Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}

private struct Stored: Event { var thing: Thing? }
private struct Emptied: Event {}

/// Runs something inside the reducer.
private struct Ask: Event {
    var body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private struct Chest: State {
    var numbers: [Int] = []
    var things: [Thing?] = []

    var count: Int { numbers.count + things.count }

    mutating func react(to event: any Event) {
        switch event {
        case let event as Noted: numbers.append(event.number)
        case let event as Stored: things.append(event.thing)
        case let event as Ask: event.body()
        case is Emptied:
            numbers = []
            things = []
        default: break
        }
    }
}

private struct Looking: Middleware {
    let look: @Sendable () -> Void

    func intercept(event: any Event, state: Chest) -> (any Event)? {
        look()
        return event
    }

    func process(event: any Event, state: Chest) { look() }
}

private struct Counted: Command {
    let launches: Locked<Int>

    func execute(state: Chest, core: Core<Chest>) { launches.withLock { $0 += 1 } }
}
