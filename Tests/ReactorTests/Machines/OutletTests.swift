import Foundation
import ReactorTesting
import TestSupport
import Testing

@testable import Reactor

@Suite(.enabled(if: StepExecutor.isAvailable)) struct OutletTests {
    private let executor = StepExecutor()
    private let outlet = Outlet()
    private let subscriber = TurnedSubscriber()

    @Test("Whatever happens, a subscriber is told of its subscriptions in turns, one after another")
    func agrees() {
        OutletTrial.compare()
    }

    private func offer(_ sources: NumberedSource...) {
        for source in sources where source.offer() {
            if let pump = outlet.add(source) { executor.start { await pump.run() } }
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

    @Test("A subscriber is not told by a second subscription while it is busy with what the first told")
    func oneAtATime() {
        let first = NumberedSource(1, of: subscriber)
        let second = NumberedSource(2, of: subscriber)
        offer(first, second)
        #expect(subscriber.told.map(\.source) == [1])
        returnUpdate()
        #expect(subscriber.told.map(\.source) == [1, 2] && subscriber.overlaps == 0)
    }

    @Test("Subscriptions that go on take turns, so that none holds up the others")
    func takesTurns() {
        let first = NumberedSource(1, of: subscriber)
        let second = NumberedSource(2, of: subscriber)
        offer(first, first, first, second, second)
        returnAll()
        #expect(subscriber.told.map(\.source) == [1, 2, 1, 2, 1])
    }

    @Test("What a removed subscription was offered is told before what one gets that was added since")
    func removedComesFirst() {
        let removed = NumberedSource(1, of: subscriber)
        let other = NumberedSource(2, of: subscriber)
        offer(other, removed, removed, removed)
        removed.finish()
        let added = NumberedSource(3, of: subscriber)
        offer(added)
        returnAll()
        #expect(subscriber.told.map(\.source) == [2, 1, 1, 1, 3])
    }

    @Test("An outlet starts one pump for as long as something waits, and another when something comes later")
    func pumps() {
        let source = NumberedSource(1, of: subscriber)
        #expect(outlet.isIdle)
        offer(source, source)
        #expect(!outlet.isIdle)
        #expect(outlet.add(NumberedSource(2, of: subscriber)) == nil)
        returnAll()
        #expect(outlet.isIdle)
        #expect(outlet.add(source) != nil)
    }

    @Test("An outlet keeps no subscription that was told everything")
    func keepsNothing() {
        weak var told: NumberedSource?
        do {
            let source = NumberedSource(1, of: subscriber)
            told = source
            offer(source)
        }
        #expect(told != nil)
        returnAll()
        #expect(told == nil)
    }

    @Test("One that is removed while its turn ends still comes before one that is added since")
    func removedAtTheEndOfItsTurn() async {
        for round in 0..<Loops.rounds(of: 4_000) {
            let outlet = Outlet()
            let subscriber = TurnedSubscriber(gate: Gate<Void>(isOpen: true))
            let other = NumberedSource(2, of: subscriber)
            let added = NumberedSource(3, of: subscriber)
            let removed = LateSource(NumberedSource(1, of: subscriber)) { source in
                source.finish()
                if added.offer() { _ = outlet.add(added) }
            }
            _ = removed.source.offer()
            _ = removed.source.offer()
            _ = other.offer()
            let pump = outlet.add(removed)
            _ = outlet.add(other)
            await pump?.run()
            guard removed.wasAsked else {
                Issue.record("round \(round): nobody asked whether it was finished")
                return
            }
            await removed.hasHappened.wait()
            // If it happened after the pump had ended, another was asked for, and the order is not in question.
            let told = subscriber.told.map(\.source)
            let last = told.lastIndex(of: 1) ?? -1
            let first = told.firstIndex(of: 3) ?? told.count
            #expect(last < first, "round \(round): \(told)")
        }
    }
}

/// A source to which something happens, on another thread, just when it has said that it is not finished.
private final class LateSource: OutletSource {
    let source: NumberedSource
    let hasHappened = OneShot()
    private let isAsked = Locked(false)
    private let isDone = Locked(false)
    private let happen: @Sendable (NumberedSource) -> Void

    init(_ source: NumberedSource, happen: @escaping @Sendable (NumberedSource) -> Void) {
        self.source = source
        self.happen = happen
    }

    var wasAsked: Bool { isAsked.copy }

    func excuseLine() {}

    var isFinished: Bool {
        let isFinished = source.isFinished
        let isFirst = isAsked.withLock { isAsked in
            defer { isAsked = true }
            return !isAsked
        }
        guard isFirst else { return isFinished }
        Thread.detachNewThread { [self] in
            happen(source)
            isDone.withLock { $0 = true }
            hasHappened.happen()
        }
        // Gives the other thread the time to be there first, if nothing keeps it away.
        for _ in 0..<2_000 where !isDone.copy {}
        return isFinished
    }

    func tellNext() async -> Bool { await source.tellNext() }
}
