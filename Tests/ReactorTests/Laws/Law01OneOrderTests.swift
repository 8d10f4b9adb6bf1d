import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Law 1: one order of acceptance")
struct OneOrderTests {
    @Test("The events of each of eight threads keep their order, and none is lost")
    func threadsKeepTheirOrder() async {
        let perThread = 5_000
        for round in 0..<Loops.rounds(of: 1_000) {
            let core = Core(state: Lines(count: 8), runtime: .testing())
            await onThreads(8) { thread in
                for number in 0..<perThread { core.fire(event: Lined(line: thread, number: number)) }
            }
            let lines = await core.state
            #expect(lines.disorder == 0, "round \(round)")
            #expect(lines.next == Array(repeating: perThread, count: 8), "round \(round)")
        }
    }

    @Test("All observers of every event see the same order")
    func everybodySeesTheSameOrder() async {
        let log = EventLog()
        let core = Core(state: Notes(), middlewares: [log], runtime: .testing())
        let (first, second) = (Recorder<[Int]>(), Recorder<[Int]>())
        core.add(subscriber: first, selecting: \.numbers, delivery: .every)
        core.add(subscriber: second, selecting: \.numbers, delivery: .every)
        await core.settled()
        await onThreads(4) { thread in
            for number in 0..<100 { core.fire(event: Noted(thread * 100 + number)) }
        }
        await core.settled()
        let order = log.numbers
        #expect(order.count == 400)
        #expect(await core.state.numbers == order)
        #expect(first.values.map(\.count) == Array(0...400))
        #expect(first.values == second.values)
        #expect(first.values.last == order)
    }

    @Test("Events that a middleware fires go to the end")
    func middlewareFiresToTheEnd() async {
        let echo = Echo()
        let core = Core(state: Notes(), middlewares: [echo], runtime: .testing())
        echo.aim(at: core)
        core.fire(events: [Noted(1), Noted(2)])
        await core.settled()
        // 101 is fired before 1 and 201 after it; both come after 2, which already had its place.
        #expect(await core.state.numbers == [1, 2, 101, 201, 102, 202])
    }

    @Test("Events that a subscriber fires go to the end")
    func subscriberFiresToTheEnd() async {
        let core = Core(state: Notes(), runtime: .testing())
        let subscription = core.subscribe(to: \.numbers, delivery: .every) { numbers in
            if numbers == [1] { core.fire(event: Noted(100)) }
        }
        core.fire(event: Noted(1))
        core.fire(event: Noted(2))
        await core.settled()
        #expect(await core.state.numbers == [1, 2, 100])
        subscription.cancel()
    }

    @Test("A command receives the state with all earlier events, and without later ones")
    func launchKeepsItsPlace() async {
        let core = Core(state: Notes(), runtime: .testing())
        let seen = Locked<[Int]>([])
        core.fire(event: Noted(1))
        let handle = core.fire(command: Errand { state, _ in seen.withLock { $0 = state.numbers } })
        core.fire(event: Noted(2))
        #expect(await handle.end == "finished")
        #expect(seen.copy == [1])
    }

    @Test("Random operations of one thread happen in the order of the calls", arguments: 0..<20 as Range<UInt64>)
    func randomOperations(seed: UInt64) async {
        var random = SeededRandom(seed: seed)
        let core = Core(state: Notes(), runtime: .testing())
        var expected: [Int] = []
        var delivered: [[Int]] = []
        let recorder = Recorder<[Int]>()
        var isAdded = false
        func note(_ number: Int) {
            expected.append(number)
        }
        for step in 0..<200 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                core.fire(event: Noted(step))
                note(step)
                if isAdded { delivered.append(expected) }
            case 5, 6:
                core.fire(events: [Noted(step), Noted(-step)])
                note(step)
                note(-step)
                if isAdded { delivered.append(expected) }
            case 7:
                core.fire(event: Reset<Notes>())
                expected = []
                if isAdded { delivered.append(expected) }
            case 8:
                core.add(subscriber: recorder, selecting: \.numbers, delivery: .every)
                if !isAdded { delivered.append(expected) }
                isAdded = true
            default:
                core.remove(subscriber: recorder)
                isAdded = false
            }
            if Int.random(in: 0..<20, using: &random) == 0 {
                #expect(await core.state.numbers == expected, "seed \(seed), step \(step)")
            }
        }
        await core.settled()
        #expect(await core.state.numbers == expected, "seed \(seed)")
        #expect(recorder.values == delivered, "seed \(seed)")
    }
}

/// Numbers of several threads, each of which counts up.
private struct Lines: State {
    var next: [Int]
    var disorder = 0

    init(count: Int) { next = Array(repeating: 0, count: count) }

    mutating func react(to event: any Event) {
        guard let event = event.as(Lined.self) else { return }
        if next[event.line] != event.number { disorder += 1 }
        next[event.line] = event.number + 1
    }
}

private struct Lined: Event {
    var line: Int
    var number: Int
}

/// Fires more for each event below 100: before it the number plus 100, after it plus 200.
private final class Echo: Middleware {
    private let core = Locked<Core<Notes>?>(nil)

    func aim(at core: Core<Notes>) { self.core.withLock { $0 = core } }

    func intercept(event: any Event, state: Notes) -> (any Event)? {
        fire(event, plus: 100)
        return event
    }

    func process(event: any Event, state: Notes) { fire(event, plus: 200) }

    private func fire(_ event: any Event, plus offset: Int) {
        guard let event = event as? Noted, event.number < 100 else { return }
        core.copy?.fire(event: Noted(event.number + offset))
    }
}
