import Reactor
import ReactorTestSupport
import Testing

@Suite("Law 5: read your writes")
struct ReadYourWritesTests {
    @Test("State and read after fire on the same task see it, among many tasks")
    func tasksSeeTheirWrites() async {
        let core = Core(state: Notes(), runtime: .testing())
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<Loops.rounds(of: 2_000) {
                        let mine = task * 1_000_000 + number
                        core.fire(event: Noted(mine))
                        let isRead = await core.read { state in
                            for number in state.numbers where number == mine { return true }
                            return false
                        }
                        let isInState = await core.state.numbers.contains(mine)
                        #expect(isRead && isInState)
                    }
                }
            }
        }
    }

    @Test("A read includes earlier events while the core is in the middle of a long drain")
    func readInALongDrain() async {
        let core = Core(state: Counted(), runtime: .testing())
        for _ in 0..<Loops.rounds(of: 100) {
            let before = await core.read { $0.count }
            for _ in 0..<5_000 { core.fire(event: Noted(0)) }
            #expect(await core.read { $0.count } == before + 5_000)
        }
    }

    @Test("Updates and commands see their own events")
    func seeTheirWrites() async {
        let core = Core(state: Notes(), runtime: .testing())
        let seen = Locked<[[Int]]>([])
        let subscription = core.subscribe(to: \.numbers) { numbers in
            guard numbers.isEmpty else { return }
            core.fire(event: Noted(1))
            let numbers = await core.state.numbers
            seen.withLock { $0.append(numbers) }
        }
        await core.settled()
        let handle = core.perform { core in
            core.fire(event: Noted(2))
            let numbers = await core.state.numbers
            seen.withLock { $0.append(numbers) }
        }
        #expect(await handle.end == "finished")
        #expect(seen.copy == [[1], [1, 2]])
        subscription.cancel()
    }

    @Test("On a core pinned to the main actor, an event is applied before fire returns")
    @MainActor
    func pinnedAppliesAtOnce() async {
        let core = Core(state: Counted(), runtime: .testing(executor: .main))
        let react = Counted.applied.copy
        core.fire(event: Noted(0))
        #expect(Counted.applied.copy > react)
        #expect(core.waitingEvents == 0)
        core.fire(events: [Noted(0), Noted(0)])
        #expect(core.waitingEvents == 0)
        #expect(await core.read { $0.count } == 3)
    }

    @Test("On a core pinned to the main actor, subscribers are notified after fire has returned")
    @MainActor
    func pinnedNotifiesLater() async {
        let core = Core(state: Notes(), runtime: .testing(executor: .main))
        let recorder = MainRecorder<[Int]>()
        core.add(subscriber: recorder, selecting: \.numbers)
        await core.settled()
        core.fire(event: Noted(1))
        #expect(recorder.values == [[]])
        await core.settled()
        #expect(recorder.values == [[], [1]])
    }

    @Test("On a core pinned to the main actor, events that are fired outside of it have the same order")
    @MainActor
    func pinnedKeepsTheOrder() async {
        let core = Core(state: Notes(), runtime: .testing(executor: .main))
        let outside = Task.detached { for number in 0..<100 { core.fire(event: Noted(number)) } }
        for number in 1_000..<1_100 { core.fire(event: Noted(number)) }
        await outside.value
        let numbers = await core.state.numbers
        #expect(numbers.filter { $0 < 1_000 } == Array(0..<100))
        #expect(numbers.filter { $0 >= 1_000 } == Array(1_000..<1_100))
    }

    @Test("On a core pinned to an actor, an event fired there is applied before fire returns")
    func pinnedToAnActor() async {
        let home = Home()
        await home.check()
    }

    @Test("On a pinned core, an event that a middleware fires on the actor is applied later, in its order")
    @MainActor
    func pinnedDoesNotNest() async {
        let again = Again()
        let core = Core(state: Notes(), middlewares: [again], runtime: .testing(executor: .main))
        again.core.withLock { $0 = core }
        core.fire(events: [Noted(1), Noted(2)])
        #expect(await core.state.numbers == [1, 2, 101, 102])
    }

    @Test("On a pinned core, an event that a comparison of selected values fires on the actor is applied later")
    @MainActor
    func pinnedDoesNotNestInNotifying() async {
        let core = Core(state: Watched(), runtime: .testing(executor: .main))
        Watched.core.withLock { $0 = core }
        let every = Recorder<Int>()
        let watched = Recorder<Watched.Compared>()
        core.add(subscriber: every, selecting: \.count, delivery: .every)
        core.add(subscriber: watched, selecting: \.compared)
        await core.settled()
        core.fire(event: Noted(1))
        await core.settled()
        Watched.core.withLock { $0 = nil }
        #expect(await core.state.count >= 2)
        #expect(every.values == Array(0..<every.values.count))
    }
}

private struct Counted: State {
    static let applied = Locked(0)
    var count = 0

    mutating func react(to event: any Event) {
        count += 1
        Counted.applied.withLock { $0 += 1 }
    }
}

private actor Home {
    func check() async {
        let core = Core(state: Notes(), runtime: .testing(executor: .actor(self)))
        core.fire(event: Noted(1))
        #expect(core.waitingEvents == 0)
        #expect(await core.state.numbers == [1])
    }
}

/// Fires on the main actor, on which a core that is pinned there calls it.
private final class Again: Middleware {
    let core = Locked<Core<Notes>?>(nil)

    func process(event: any Event, state: Notes) {
        guard let event = event as? Noted, event.number < 100, let core = core.copy else { return }
        MainActor.assumeIsolated { core.fire(event: Noted(event.number + 100)) }
    }
}

/// A state with a member whose comparison fires, once.
private struct Watched: State {
    static let core = Locked<Core<Watched>?>(nil)

    struct Compared: Equatable, Sendable {
        var count = 0

        static func == (left: Compared, right: Compared) -> Bool {
            if right.count == 0, let core = Watched.core.copy {
                MainActor.assumeIsolated { core.fire(event: Noted(2)) }
            }
            return left.count == right.count
        }
    }

    var count = 0
    var compared = Compared()

    mutating func react(to event: any Event) {
        count += 1
        compared.count += 1
    }
}
