import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Subscribing")
struct SubscribingTests {
    let core = Core(state: Notes(), runtime: .testing())

    @Test("Steps without an applied event notify no subscriber, even of values that cannot be compared")
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

    @Test("Actors, classes and classes of the main actor are notified in their isolation")
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

    @Test(
        "A removed subscriber receives the values of earlier events, and settled waits for that")
    func removedReceivesTheRest() {
        let executor = StepExecutor()
        let core = Core(state: Notes(), runtime: executor.runtime())
        let gate = TestGate<Void>()
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
        let gate = TestGate<Void>()
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

    @Test("A subscriber that removes and adds itself in its update, and waits there, continues to be notified")
    func addsItselfAgain() async {
        let recorder = Restless(core: core)
        core.add(subscriber: recorder, selecting: \.sum)
        await core.settled()
        core.fire(event: Noted(1))
        await core.settled()
        #expect(recorder.values.last == 1)
    }

    @Test("A subscriber that lags by more than the limit of .every is reported once, and receives all values")
    func behind() async {
        let reports = Reports()
        let core = Core(state: Notes(), runtime: .testing(reports))
        let gate = TestGate<Void>()
        let recorder = Recorder<Int>(gate: gate)
        core.add(subscriber: recorder, selecting: \.sum, delivery: .every(limit: 10))
        await gate.arrived()
        for _ in 0..<20 { core.fire(event: Noted(1)) }
        await reports.reached(1)
        _ = await core.state
        #expect(
            reports.sentences == [
                "11 values wait for Recorder<Int>, which is too slow (backpressure). Make its update faster, or subscribe "
                    + "with delivery: .latest, which delivers only the newest value."
            ])
        gate.open()
        await core.settled()
        #expect(recorder.values == Array(0...20))
    }

    @Test("A subscriber of two key paths is notified of one after the other")
    func oneAtATime() {
        let executor = StepExecutor()
        let core = Core(state: Notes(), runtime: executor.runtime())
        let gate = TestGate<Void>()
        let recorder = Recorder<Int>(gate: gate)
        core.add(subscriber: recorder, selecting: \.sum, delivery: .every)
        core.add(subscriber: recorder, selecting: \.numbers.count, delivery: .every)
        for _ in 0..<2 { core.fire(event: Noted(5)) }
        executor.run()
        for arrivals in 1...5 {
            #expect(gate.arrivals == arrivals)
            gate.resumeAll()
            executor.run()
        }
        gate.open()
        executor.run()
        #expect(recorder.values == [0, 0, 5, 1, 10, 2])
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
