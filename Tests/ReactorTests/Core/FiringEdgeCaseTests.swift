import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Questions about firing")
struct FiringEdgeCaseTests {
    @Test("Fired inside the deinit of an event that is released by the core, an event is applied")
    func insideTheDeinitOfAnEvent() async {
        let core = Core(state: Notes(), runtime: .testing())
        for number in 0..<100 {
            core.fire(event: Carrying(sentinel: Sentinel { core.fire(event: Noted(number)) }))
        }
        await core.settled()
        await core.settled()
        #expect(await core.state.numbers == Array(0..<100))
    }

    @Test("A subscriber that fires forever does not block readers")
    func subscriberThatFiresForever() async {
        let isOver = Locked(false)
        let core = Core(state: Notes(), runtime: .testing())
        let subscription = core.subscribe(to: \.numbers.count, delivery: .every) { _ in
            if !isOver.copy { core.fire(event: Noted(0)) }
        }
        _ = await core.state
        core.fire(event: Noted(1))
        #expect(await core.read { $0.numbers.contains(1) })
        isOver.withLock { $0 = true }
        await core.idle()
        subscription.cancel()
    }

    @Test("A subscriber that fires on each update does not starve another")
    func fairness() async {
        let isOver = Locked(false)
        let core = Core(state: Notes(), runtime: .testing())
        let other = Recorder<Int>()
        let subscription = core.subscribe(to: \.numbers.count) { _ in
            if !isOver.copy { core.fire(event: Noted(1)) }
        }
        core.add(subscriber: other, selecting: \.sum)
        await other.gate.arrived(100)
        isOver.withLock { $0 = true }
        await core.settled()
        #expect(other.values.last == (await core.state).sum)
        subscription.cancel()
    }

    @Test("A producer that fires with backpressure waits until the core has caught up")
    func submitting() async {
        let core = Core(state: Notes(), runtime: .testing())
        for number in 0..<5_000 {
            await core.fireWithBackpressure(event: Noted(number), limit: 10)
            #expect(core.waitingEvents <= 11)
        }
        #expect(await core.state.numbers.count == 5_000)
    }

    @Test("A caller that submits and waits receives the reason for the refusal of its event, and no other refusal")
    func answered() async {
        let core = Core(state: Notes(), middlewares: [Bouncer { ($0 as? Noted)?.number == 3 }], runtime: .testing())
        #expect(await core.submit(event: Noted(1)) == nil)
        let refusal = await core.submit(event: Noted(3))
        #expect(refusal?.reason == .middleware)
        #expect(refusal?.type == "Noted")
        #expect(await core.state.numbers == [1], "the event that it waited for is applied")
        // The command ends when it is canceled, and its body continues: it notes the error that it received.
        let (told, tell) = AsyncStream.makeStream(of: Refusal?.self)
        core.perform { core in
            core.cancelAll()
            tell.yield(await core.submit(event: Noted(2)))
        }
        var refusals = told.makeAsyncIterator()
        #expect(await refusals.next()??.reason == .late)
        #expect(await core.state.numbers == [1])
        await core.close()
        #expect(await core.submit(event: Noted(4))?.reason == .closed)
    }

    @Test("event.as finds exactly its type, of values large and small, classes, generics and types inside a function")
    func exactTypes() {
        struct Local: Event { var number: Int }
        let local: any Event = Local(number: 2)
        let small: any Event = Noted(1)
        let large: any Event = Large(a: 1, b: "two", c: [3], d: 4.0, e: "five")
        let object: any Event = Object(number: 6)
        let generic: any Event = Reset<Notes>()
        #expect(local.as(Local.self)?.number == 2)
        #expect(small.as(Noted.self)?.number == 1)
        #expect(small.as(Large.self) == nil)
        #expect(large.as(Large.self)?.e == "five")
        #expect(object.as(Object.self)?.number == 6)
        #expect(generic.as(Reset<Notes>.self) != nil)
        #expect(generic.as(Reset<Screen>.self) == nil)
    }

    @Test("A core that nothing retains applies the events that were fired through it")
    func temporaryCores() async {
        let (applied, expected) = (TestGate(isOpen: true), Loops.rounds(of: 20_000))
        for number in 0..<expected {
            Core(state: GateCounter(gate: applied), runtime: .testing()).fire(event: Noted(number))
        }
        await applied.arrived(expected)
        #expect(applied.arrivals == expected)
    }

    @Test("A core released with 10,000 pending events applies them; its waiting commands end as dropped")
    func releasedWithPendingEvents() async {
        let applied = TestGate(isOpen: true)
        let handles: [CommandHandle]
        do {
            let core = Core(state: GateCounter(gate: applied), runtime: .testing())
            let quiet = CommandOptions(debounce: .seconds(1))
            handles = [core.perform(options: quiet) { _ in }, core.perform(options: quiet) { _ in }]
            for number in 0..<10_000 { core.fire(event: Noted(number)) }
        }
        await applied.arrived(10_000)
        for handle in handles { #expect(await handle.end == "dropped") }
    }
}

private struct Carrying: Event { var sentinel: Sentinel }

private struct Large: Event {
    var a: Int
    var b: String
    var c: [Int]
    var d: Double
    var e: String
}

private final class Object: Event {
    let number: Int
    init(number: Int) { self.number = number }
}

/// Counts each event at a gate.
private struct GateCounter: State {
    let gate: TestGate<Void>
    mutating func react(to event: any Event) { gate.arrive() }
}
