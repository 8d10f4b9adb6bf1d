import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

/// Many subscriptions that one event concerns, delivered by few tasks.
@Suite("Many deliveries of one event")
struct DeliveryPumpTests {
    @Test("A waiter in an update for any other update is resumed by it")
    func chained() async {
        let count = 40
        let gates = (0...count).map { _ in TestGate<Void>() }
        let core = Core(state: Notes())
        // The last waits for the test, and each other one for the next.
        let subscriptions = (0..<count).map { number in
            core.subscribe(to: \.sum, initial: false) { _ in
                try? await gates[count - 1 - number].wait()
                gates[count - number].open()
            }
        }
        await core.settled()
        core.fire(event: Noted(1))
        gates[0].open()
        try? await gates[count].wait()
        await core.settled()
        withExtendedLifetime(subscriptions) {}
    }

    @Test("An update that is canceled by another update on the same actor does not start")
    @MainActor
    func cancelledByAnother() async {
        let core = Core(state: Notes())
        let started = Locked<[Int]>([])
        let kept = Locked<[Int: Subscription]>([:])
        for number in 0..<40 {
            let subscription = core.subscribe(to: \.sum, initial: false) { @MainActor _ in
                started.withLock { $0.append(number) }
                for (other, subscription) in kept.copy where other != number { subscription.cancel() }
            }
            kept.withLock { $0[number] = subscription }
        }
        await core.settled()
        core.fire(event: Noted(1))
        await core.settled()
        #expect(started.copy.count == 1)
        core.fire(event: Noted(1))
        await core.settled()
        #expect(started.copy.count == 2 && Set(started.copy).count == 1)
    }

    @Test("Each receives the same values as alone, whatever others do in their updates", arguments: 0..<UInt64(12))
    func agrees(seed: UInt64) async {
        var random = SeededRandom(seed: seed)
        let (core, elsewhere) = (Core(state: Notes()), Elsewhere())
        let listeners = (0..<50).map { _ in
            Listener(isEvery: random.chance(40), pauses: random.below(3), isCancelled: random.chance(15))
        }
        // Any of them can be canceled by any other, while it waits or runs.
        let kept = Locked<[Subscription?]>([])
        for (number, listener) in listeners.enumerated() {
            let victim = random.chance(20) ? random.below(listeners.count) : number
            let subscription = core.subscribe(
                to: \.numbers.count, delivery: listener.isEvery ? .every : .latest, initial: false
            ) { count in
                listener.counts.withLock { $0.append(count) }
                for _ in 0..<listener.pauses { await elsewhere.visit() }
                if count > 5, listeners[victim].isCancelled { kept.copy[victim]?.cancel() }
                if count == 3, number % 10 == 0 { core.fire(event: Noted(number)) }
            }
            kept.withLock { $0.append(subscription) }
        }
        await core.settled()
        for number in 0..<12 {
            core.fire(event: Noted(number))
            if random.chance(50) { await core.settled() }
        }
        var count = 0
        while await core.state.numbers.count != count {
            count = await core.state.numbers.count
            await core.settled()
        }
        for listener in listeners {
            let counts = listener.counts.copy
            #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 })
            if listener.isEvery { #expect(counts == Array(1..<counts.count + 1)) }
            if !listener.isCancelled { #expect(counts.last == count) }
        }
    }
}

/// An actor to switch to and return from.
private actor Elsewhere {
    func visit() {}
}

private struct Listener {
    let isEvery: Bool
    let pauses: Int
    let isCancelled: Bool
    let counts = Locked<[Int]>([])
}
