import Foundation
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

@Suite struct LineTests {
    private let executor = StepExecutor()
    private let outlet = DeliveryLine(core: ObjectIdentifier(Numbers.self))
    private let subscriber = TurnedSubscriber()

    @Test("Whatever happens, a subscriber is called for its subscriptions in turns, one after another")
    func agrees() {
        LineTrial.compare()
    }

    private func offer(_ sources: NumberedInbox...) {
        for source in sources {
            if let pump = source.offer() { executor.start { await pump.run() } }
        }
        executor.run()
    }

    private func returnUpdate() {
        subscriber.gate.letThrough()
        executor.run()
    }

    private func returnAll() {
        subscriber.gate.open()
        executor.run()
    }

    @Test("A subscriber is not called for a second subscription while it is busy with what the first delivered")
    func oneAtATime() {
        let first = NumberedInbox(1, of: subscriber, line: outlet)
        let second = NumberedInbox(2, of: subscriber, line: outlet)
        offer(first, second)
        #expect(subscriber.delivered.map(\.source) == [1])
        returnUpdate()
        #expect(subscriber.delivered.map(\.source) == [1, 2] && subscriber.overlaps == 0)
    }

    @Test("Subscriptions that go on take turns, so that none holds up the others")
    func takesTurns() {
        let first = NumberedInbox(1, of: subscriber, line: outlet)
        let second = NumberedInbox(2, of: subscriber, line: outlet)
        offer(first, first, first, second, second)
        returnAll()
        #expect(subscriber.delivered.map(\.source) == [1, 2, 1, 2, 1])
    }

    @Test("What a removed subscription was offered is delivered before what one gets that was added since")
    func removedComesFirst() {
        let removed = NumberedInbox(1, of: subscriber, line: outlet)
        let other = NumberedInbox(2, of: subscriber, line: outlet)
        offer(other, removed, removed, removed)
        removed.finish()
        let added = NumberedInbox(3, of: subscriber, line: outlet)
        offer(added)
        returnAll()
        #expect(subscriber.delivered.map(\.source) == [2, 1, 1, 1, 3])
    }

    @Test("A line is run by one at a time for as long as something waits, and again when something comes later")
    func pumps() {
        let source = NumberedInbox(1, of: subscriber, line: outlet)
        #expect(outlet.isIdle)
        offer(source, source)
        #expect(!outlet.isIdle)
        #expect(NumberedInbox(2, of: subscriber, line: outlet).offer() == nil)
        returnAll()
        #expect(outlet.isIdle)
        #expect(source.offer() != nil)
    }

    @Test("A line keeps no inbox from which everything was delivered")
    func keepsNothing() {
        weak var delivered: NumberedInbox?
        do {
            let source = NumberedInbox(1, of: subscriber, line: outlet)
            delivered = source
            offer(source)
        }
        #expect(delivered != nil)
        returnAll()
        #expect(delivered == nil)
    }

    @Test("One that is removed while its turn ends still comes before one that is added since")
    func removedAtTheEndOfItsTurn() async {
        for round in 0..<Loops.rounds(of: 4_000) {
            let outlet = DeliveryLine(core: ObjectIdentifier(Numbers.self))
            let subscriber = TurnedSubscriber(gate: Gate<Void>(isOpen: true))
            let other = NumberedInbox(2, of: subscriber, line: outlet)
            let added = NumberedInbox(3, of: subscriber, line: outlet)
            let removed = LateInbox(1, of: subscriber, line: outlet)
            removed.happen = {
                removed.finish()
                _ = added.offer()
            }
            let pump = removed.offer()
            _ = removed.offer()
            _ = other.offer()
            await pump?.run()
            guard removed.wasAsked else {
                Issue.record("round \(round): nobody asked whether it was finished")
                return
            }
            await removed.hasHappened.wait()
            // If it happened after the pump had ended, another was asked for, and the order is not in question.
            let delivered = subscriber.delivered.map(\.source)
            let last = delivered.lastIndex(of: 1) ?? -1
            let first = delivered.firstIndex(of: 3) ?? delivered.count
            #expect(last < first, "round \(round): \(delivered)")
        }
    }
}

/// An inbox to which something happens, on another thread, just when it has said that it is not finished.
private final class LateInbox: NumberedInbox, @unchecked Sendable {
    // Sendable: what happens is set before it is shared.
    let hasHappened = OneShot()
    var happen: () -> Void = {}
    private let isAsked = Locked(false)
    private let isDone = Locked(false)

    var wasAsked: Bool { isAsked.copy }

    override var isFinished: Bool {
        let isFinished = super.isFinished
        let isFirst = isAsked.withLock { isAsked in
            defer { isAsked = true }
            return !isAsked
        }
        guard isFirst else { return isFinished }
        Thread.detachNewThread { [self] in
            happen()
            isDone.withLock { $0 = true }
            hasHappened.happen()
        }
        // Gives the other thread the time to be there first, if nothing keeps it away.
        for _ in 0..<2_000 where !isDone.copy {}
        return isFinished
    }
}
