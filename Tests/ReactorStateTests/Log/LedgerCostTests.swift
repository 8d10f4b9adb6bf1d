import ReactorState
import ReactorTesting
import Testing

@testable import ReactorStateSupport

/// Bounds counted in calls of `react` and in copies of the state, never in time.
@Suite("Ledger cost")
struct LedgerCostTests {
    private let work = Effort()

    @Test("Without pending predictions there is no second state, and an event is applied once")
    func nothingPending() {
        let core = LedgerHarness(Heavy(work))
        for _ in 0..<100 { core.fire(Tick()) }
        #expect(work.reacts == 100)
        #expect(work.copies == 0)
        #expect(core.base == nil)
    }

    @Test("While a prediction is pending an event is applied once, and again when many have been confirmed")
    func pending() {
        let core = LedgerHarness(Heavy(work))
        core.begin(1, Tick())
        for _ in 0..<100 { core.fire(Tick()) }
        #expect(work.reacts == 101)
        core.begin(2, Tick())
        core.commit(1)
        #expect(work.reacts == 102)
        for _ in 0..<200 { core.fire(Tick()) }
        #expect(work.reacts == 302 + 101)
        #expect(work.copies == 1)
    }

    @Test("There is at most one copy of the state while anything is pending")
    func oneCopy() {
        let core = LedgerHarness(Heavy(work))
        core.fire(Tick())
        #expect(work.mostAlive == 1)
        core.mark(1)
        for id in 1...50 {
            core.begin(UInt64(id), Tick())
            core.fire(Tick())
            if id > 10 { core.rollback(UInt64(id - 10), with: Tick()) }
            if id > 20 { core.place(Tick()) }
        }
        #expect(work.mostAlive == 2)
        core.release(1)
        for id in 41...50 { core.commit(UInt64(id)) }
        #expect(core.ledger.isEmpty)
        #expect(work.alive == 1)
    }
}

private struct Tick: Event {}

/// A state that counts its events and its copies.
private struct Heavy: State {
    private var storage: Storage

    init(_ work: Effort) { storage = Storage(ticks: 0, work: work) }

    var ticks: Int { storage.ticks }

    mutating func react(to event: any Event) {
        storage.work.reacts += 1
        if !isKnownUniquelyReferenced(&storage) {
            storage.work.copies += 1
            storage = Storage(ticks: storage.ticks, work: storage.work)
        }
        storage.ticks += 1
    }

    /// Sendable because it is changed only while it is referenced from one place, as every copy-on-write storage.
    private final class Storage: @unchecked Sendable {
        var ticks: Int
        let work: Effort

        init(ticks: Int, work: Effort) {
            self.ticks = ticks
            self.work = work
            work.alive += 1
        }

        deinit { work.alive -= 1 }
    }
}

/// Sendable because each test has its own and runs on one thread.
private final class Effort: @unchecked Sendable {
    var reacts = 0
    var copies = 0
    var mostAlive = 0
    var alive = 0 {
        didSet { mostAlive = max(mostAlive, alive) }
    }
}
