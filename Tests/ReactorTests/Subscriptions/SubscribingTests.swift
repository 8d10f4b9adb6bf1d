import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Subscribing")
struct SubscribingTests {
    let core = Core(state: Notes(), runtime: .testing())

    @Test("The current value is delivered first")
    func currentFirst() async {
        core.fire(event: Noted(1))
        let recorder = ActorRecorder<[Int]>()
        core.add(subscriber: recorder, selecting: \.numbers)
        await core.settled()
        #expect(await recorder.values == [[1]])
    }

    @Test("What applies no event notifies nobody, also of what cannot be compared")
    func withoutAnEvent() async {
        let recorder = Recorder<Incomparable<Notes>>()
        core.add(subscriber: recorder, selector: { Incomparable($0) })
        await core.settled()
        _ = core.mark()
        core.cancelAll()
        #expect(await core.perform { _ in }.end == "finished")
        await core.settled()
        #expect(recorder.values.count == 1)
    }

    @Test("The current value is not delivered to who asks not to receive it")
    func currentNotWanted() async {
        core.fire(event: Noted(1))
        let recorder = Recorder<[Int]>()
        let closure = Recorder<Int>()
        core.add(subscriber: recorder, selecting: \.numbers, initial: false)
        let subscription = core.subscribe(to: \.sum, initial: false) { await closure.update(with: $0) }
        await core.settled()
        #expect(recorder.values == [])
        #expect(closure.values == [])
        core.fire(event: Noted(2))
        await core.settled()
        #expect(recorder.values == [[1, 2]])
        #expect(closure.values == [3])
        subscription.cancel()
    }

    @Test("Actors, classes and classes of the main actor are notified where they are")
    func isolations() async {
        let (actor, plain) = (ActorRecorder<Int>(), Recorder<Int>())
        let main = await MainActor.run { MainRecorder<Int>() }
        core.add(subscriber: actor, selecting: \.sum)
        core.add(subscriber: plain, selecting: \.sum)
        core.add(subscriber: main, selecting: \.sum)
        await core.settled()
        core.fire(event: Noted(4))
        await core.settled()
        #expect(await actor.values == [0, 4])
        #expect(plain.values == [0, 4])
        #expect(await main.values == [0, 4])
    }

    @Test("A closure is called where it is isolated to")
    func isolatedClosure() async {
        let isOnMain = Locked<[Bool]>([])
        let subscription = core.subscribe(to: \.sum) { @MainActor _ in
            MainActor.assertIsolated()
            isOnMain.withLock { $0.append(true) }
        }
        await core.settled()
        #expect(isOnMain.copy == [true])
        subscription.cancel()
    }

    @Test("The whole state, a key path, a selector of a subscriber, a selector of a closure")
    func forms() async {
        let whole = Recorder<Notes>()
        let member = Recorder<[Int]>()
        let selected = Recorder<Int>()
        core.add(subscriber: whole)
        core.add(subscriber: member, selecting: \.numbers)
        core.add(subscriber: selected, selector: { $0.numbers.count })
        let (wholes, doubles) = (Recorder<Notes>(), Recorder<Int>())
        let one = core.subscribe { await wholes.update(with: $0) }
        let two = core.subscribe(to: Derived { $0.sum * 2 }) { await doubles.update(with: $0) }
        await core.settled()
        core.fire(event: Noted(3))
        await core.settled()
        #expect(whole.values.map(\.numbers) == [[], [3]])
        #expect(member.values == [[], [3]])
        #expect(selected.values == [0, 1])
        #expect(wholes.values.map(\.numbers) == [[], [3]])
        #expect(doubles.values == [0, 6])
        one.cancel()
        two.cancel()
    }

    @Test("A subscriber is not notified of an event that left its selection as it was")
    func notConcerned() async {
        let recorder = Recorder<[String]>()
        core.add(subscriber: recorder, selecting: \.ends)
        core.fire(event: Noted(1))
        await core.settled()
        core.fire(event: Noted(2))
        await core.settled()
        #expect(recorder.values == [[]])
    }

    @Test("A subscriber added with the same key path twice is notified once")
    func addedTwice() async {
        let recorder = Recorder<Int>()
        core.add(subscriber: recorder, selecting: \.sum)
        core.add(subscriber: recorder, selecting: \.sum)
        await core.settled()
        core.fire(event: Noted(1))
        await core.settled()
        #expect(recorder.values == [0, 1])
    }

    @Test("A subscriber added with selectors twice has one, the first")
    func selectorsDoNotPileUp() async {
        let recorder = Recorder<Int>()
        for factor in 1...3 { core.add(subscriber: recorder, selector: { $0.sum * factor }) }
        core.fire(event: Noted(1))
        await core.settled()
        core.fire(event: Noted(1))
        await core.settled()
        #expect(recorder.values.last == 2)
        #expect(recorder.values.count <= 3)
    }

    @Test("A subscriber of two key paths is notified of both")
    func twoKeyPaths() async {
        let recorder = Recorder<Int>()
        core.add(subscriber: recorder, selecting: \.sum)
        core.add(subscriber: recorder, selecting: \.numbers.count)
        await core.settled()
        core.fire(event: Noted(5))
        await core.settled()
        #expect(recorder.values.sorted() == [0, 0, 1, 5])
    }

    @Test(
        "A removed subscriber receives what was fired before, and settled waits for that")
    func removedReceivesTheRest() {
        let executor = StepExecutor()
        let core = Core(state: Notes(), runtime: executor.runtime())
        let gate = Gate<Void>()
        let recorder = Recorder<[Int]>(gate: gate)
        core.add(subscriber: recorder, selecting: \.numbers, delivery: .every)
        core.fire(event: Noted(1))
        core.fire(event: Noted(2))
        core.remove(subscriber: recorder)
        core.fire(event: Noted(3))
        let isSettled = Locked(false)
        executor.start {
            await core.settled()
            isSettled.withLock { $0 = true }
        }
        executor.run()
        #expect(recorder.values == [[]])
        #expect(!isSettled.copy)
        gate.open()
        executor.run()
        #expect(recorder.values == [[], [1], [1, 2]])
        #expect(isSettled.copy)
    }

    @Test("A subscriber that was removed and added again is notified in the order of the states, one after another")
    func removedAndAddedAgain() async {
        let gate = Gate<Void>()
        let recorder = Recorder<[Int]>(gate: gate)
        core.add(subscriber: recorder, selecting: \.numbers, delivery: .every)
        await gate.arrived()
        core.fire(event: Noted(1))
        core.remove(subscriber: recorder)
        core.fire(event: Noted(2))
        core.add(subscriber: recorder, selecting: \.numbers, delivery: .every)
        core.fire(event: Noted(3))
        _ = await core.state
        #expect(recorder.values == [[]])
        gate.open()
        await core.settled()
        #expect(recorder.values == [[], [1], [1, 2], [1, 2, 3]])
    }

    @Test("A subscriber that removes and adds itself in its update, and waits there, goes on being notified")
    func addsItselfAgain() async {
        let recorder = Restless(core: core)
        core.add(subscriber: recorder, selecting: \.sum)
        await core.settled()
        core.fire(event: Noted(1))
        await core.settled()
        #expect(recorder.values.last == 1)
    }

    @Test("A subscriber of two key paths may wait for settled in its update")
    func settledWithTwoKeyPaths() async {
        let recorder = Settling(core: core)
        core.add(subscriber: recorder, selecting: \.sum)
        core.add(subscriber: recorder, selecting: \.numbers.count)
        core.fire(event: Noted(5))
        await core.settled()
        await recorder.gate.arrived(2)
        #expect(recorder.values.suffix(2).sorted() == [1, 5])
    }

    @Test("A subscriber behind by more than the limit of .every is reported once, and receives all")
    func behind() async {
        let reports = Reports()
        let core = Core(state: Notes(), runtime: .testing(reports))
        let gate = Gate<Void>()
        let recorder = Recorder<Int>(gate: gate)
        core.add(subscriber: recorder, selecting: \.sum, delivery: .every(limit: 10))
        await gate.arrived()
        for _ in 0..<20 { core.fire(event: Noted(1)) }
        await reports.reached(1)
        _ = await core.state
        #expect(
            reports.sentences == [
                "11 values wait for Recorder<Int>. Make its update faster, or subscribe with delivery: .latest, which "
                    + "keeps the newest only."
            ])
        gate.open()
        await core.settled()
        #expect(recorder.values == Array(0...20))
    }

    @Test("A slow subscriber holds up nobody else")
    func slowHoldsUpNobody() async {
        let gate = Gate<Void>()
        let (slow, fast) = (Recorder<Int>(gate: gate), Recorder<Int>())
        core.add(subscriber: slow, selecting: \.sum)
        core.add(subscriber: fast, selecting: \.sum)
        await gate.arrived()
        await fast.gate.arrived()
        core.fire(event: Noted(1))
        await fast.gate.arrived(2)
        #expect(fast.values == [0, 1])
        gate.open()
        await core.settled()
    }

    @Test("A loop over updates sees every value with delivery .every, and ends with its core")
    func loop() async {
        let updates = core.updates(of: \.sum, delivery: .every)
        let loop = Task {
            var values: [Int] = []
            for await value in updates {
                values.append(value)
                if values.count == 1 {
                    for _ in 0..<3 { core.fire(event: Noted(1)) }
                    await core.close()
                }
            }
            return values
        }
        #expect(await loop.value == [0, 1, 2, 3])
    }

    @Test("A loop over updates ends with its task")
    func loopOfACancelledTask() async {
        let gate = Gate(isOpen: true)
        let loop = Task {
            for await _ in core.updates(of: \.sum) { gate.arrive() }
            return true
        }
        await gate.arrived()
        loop.cancel()
        #expect(await loop.value)
    }

    @Test("A loop over updates of a closed core ends at once")
    func loopOfAClosedCore() async {
        await core.close()
        for await _ in core.updates(of: \.sum) { Issue.record("It received a value") }
    }
}

/// Removes and adds itself in its first update, and waits for the core there.
private final class Restless: Subscriber {
    private let delivered = Locked<[Int]>([])
    private let core: Core<Notes>

    init(core: Core<Notes>) { self.core = core }

    var values: [Int] { delivered.copy }

    func update(with state: Int) async {
        let isFirst = delivered.withLock { delivered in
            delivered.append(state)
            return delivered.count == 1
        }
        guard isFirst else { return }
        core.remove(subscriber: self)
        core.add(subscriber: self, selecting: \.sum)
        await core.settled()
    }
}

/// Waits for the core in each update.
private final class Settling: Subscriber {
    private let delivered = Locked<[Int]>([])
    private let core: Core<Notes>
    let gate = Gate(isOpen: true)

    init(core: Core<Notes>) { self.core = core }

    var values: [Int] { delivered.copy }

    func update(with state: Int) async {
        await core.settled()
        delivered.withLock { $0.append(state) }
        gate.arrive()
    }
}
