import Reactor
import ReactorTestSupport
import Testing

@Suite("Questions about subscribers")
struct SubscriberQuestions {
    @Test("A subscriber deallocated while its update is on the way is not delivered, and harms nobody")
    func deallocatedOnTheWay() async {
        let core = Core(state: Notes(), runtime: .testing())
        let other = Recorder<Int>()
        core.add(subscriber: other, selecting: \.sum)
        for _ in 0..<Loops.rounds(of: 4_000) {
            var recorder: Recorder<Int>? = Recorder()
            if let recorder { core.add(subscriber: recorder, selecting: \.sum, delivery: .every) }
            core.fire(event: Noted(1))
            recorder = nil
            core.fire(event: Noted(1))
        }
        await core.settled()
        #expect(other.values.last == 2 * Loops.rounds(of: 4_000))
    }

    @Test("A subscriber that removes itself inside its update is not delivered again")
    func removeInsideUpdate() async {
        let core = Core(state: Notes(), runtime: .testing())
        let leaver = Leaver(core: core)
        core.add(subscriber: leaver, selecting: \.sum)
        await core.settled()
        core.fire(event: Noted(1))
        await core.settled()
        #expect(leaver.values == [0])
    }

    @Test("A subscriber may add another inside its update, which is notified")
    func addInsideUpdate() async {
        let core = Core(state: Notes(), runtime: .testing())
        let second = Recorder<Int>()
        let first = core.subscribe(to: \.sum) { value in
            if value == 1 { core.add(subscriber: second, selecting: \.sum) }
        }
        core.fire(event: Noted(1))
        await core.settled()
        await core.settled()
        #expect(second.values == [1])
        first.cancel()
    }

    @Test("10,000 subscribers added and removed while events run receive whole values in order, the rest the last")
    func manySubscribers() async {
        let core = Core(state: Notes(), runtime: .testing())
        let count = Loops.rounds(of: 200_000)
        let recorders = (0..<count).map { _ in Recorder<Int>() }
        async let events: Void = onThreads(1) { _ in
            for _ in 0..<1_000 { core.fire(event: Noted(1)) }
        }
        async let subscribers: Void = onThreads(2) { thread in
            for index in stride(from: thread, to: count, by: 2) {
                core.add(subscriber: recorders[index], selecting: \.sum)
                if index % 4 < 2 { core.remove(subscriber: recorders[index]) }
            }
        }
        _ = await (events, subscribers)
        await core.settled()
        for (index, recorder) in recorders.enumerated() {
            let values = recorder.values
            #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
            if index % 4 >= 2 { #expect(values.last == 1_000) }
        }
    }

    @Test("A new subscriber at the address of one that is gone is not taken for it")
    func reusedAddresses() async {
        let core = Core(state: Notes(), runtime: .testing())
        for _ in 0..<Loops.rounds(of: 4_000) {
            let recorder = Recorder<Int>()
            core.add(subscriber: recorder, selecting: \.sum)
            await core.settled()
            #expect(recorder.values.count == 1)
        }
    }
}

private final class Leaver: Subscriber {
    private let delivered = Locked<[Int]>([])
    private let core: Core<Notes>

    init(core: Core<Notes>) { self.core = core }

    var values: [Int] { delivered.copy }

    func update(with state: Int) {
        delivered.withLock { $0.append(state) }
        core.remove(subscriber: self)
    }
}
