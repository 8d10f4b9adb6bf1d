import ReactorState
import ReactorTesting
import Testing

@testable import ReactorStateSupport

/// Bounds counted in calls of `react` and in copies of the state, never in time.
@Suite("Ledger cost")
struct LedgerCostTests {
    private let work = Effort()
    private let many = 10_000

    @Test("With nothing pending there is no second state, and an event is applied once")
    func nothingPending() {
        let core = LedgerHarness(Heavy(work))
        for _ in 0..<100 { core.fire(Tick()) }
        #expect(work.reacts == 100)
        #expect(work.copies == 0)
        #expect(core.base == nil)
    }

    @Test("While something is pending an event is applied once, and once more when many have become certain")
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

    @Test("A commit of all that is pending applies nothing")
    func commitOfAll() {
        let core = LedgerHarness(Heavy(work))
        core.begin(1, Tick())
        for _ in 0..<100 { core.fire(Tick()) }
        core.commit(1)
        #expect(work.reacts == 101)
        #expect(core.base == nil)
    }

    @Test("A rollback of the oldest prediction applies the entries after it, each once")
    func rollbackOfOldest() {
        let core = LedgerHarness(Heavy(work))
        core.fire(Tick())
        core.begin(1, Tick())
        for _ in 0..<100 { core.fire(Tick()) }
        let before = work.reacts
        core.rollback(1)
        #expect(work.reacts - before == 100)
    }

    @Test("A rollback above an older prediction applies the entries since the oldest, for there is one second state")
    func rollbackOfYoungest() {
        let core = LedgerHarness(Heavy(work))
        core.begin(1, Tick())
        for _ in 0..<100 { core.fire(Tick()) }
        core.begin(2, Tick())
        let before = work.reacts
        core.rollback(2)
        #expect(work.reacts - before == 101)
    }

    @Test("A refresh below one prediction applies itself to the base and the prediction to a copy")
    func refresh() {
        let core = LedgerHarness(Heavy(work))
        core.begin(1, Tick())
        let before = work.reacts
        core.place(Tick())
        #expect(work.reacts - before == 2)
    }

    @Test("An answer at a mark after which nothing happened is applied once, whatever lies below")
    func answerAtTheEnd() {
        let core = LedgerHarness(Heavy(work))
        core.mark(1)
        for _ in 0..<100 { core.fire(Tick()) }
        core.mark(2)
        core.place(asOf: 2, Tick())
        #expect(work.reacts == 101)
    }

    @Test("Answers in the order of their marks are applied once, and copy nothing", arguments: [1_000, 4_000])
    func answersInOrder(count: UInt64) {
        let core = LedgerHarness(Heavy(work))
        for id in 1...count { core.mark(id) }
        for id in 1...count { core.place(asOf: id, Tick()) }
        #expect(work.reacts == Int(count))
        #expect(work.copies == 0)
        #expect(core.ledger.isEmpty)
    }

    @Test("Reports of one read, and its answer, are applied once, and copy nothing", arguments: [1_000, 4_000])
    func reports(count: UInt64) {
        let core = LedgerHarness(Heavy(work))
        core.mark(1)
        for _ in 1...count { core.report(asOf: 1, Tick()) }
        core.place(asOf: 1, Tick())
        #expect(work.reacts == Int(count) + 1)
        #expect(work.copies == 0)
        #expect(core.ledger.isEmpty)
    }

    @Test("Reports of several reads about different subjects are applied as they come", arguments: [100, 400])
    func reportsAboutSubjects(count: UInt64) {
        let core = LedgerHarness(Heavy(work))
        for id in 1...UInt64(8) { core.mark(id) }
        for number in 0..<count { core.report(asOf: number % 8 + 1, Tock(about: number % 8)) }
        for id in 1...UInt64(8) { core.place(asOf: id, Tock(about: id - 1)) }
        #expect(core.visible.ticks == Int(count) + 8)
        // What has become certain meanwhile is folded into the base, each once.
        #expect(work.reacts <= 2 * (Int(count) + 8))
        #expect(work.copies == 1)
    }

    @Test("So do answers about different subjects in any order, with beginnings in between", arguments: [1_000, 4_000])
    func answersAboutSubjects(count: UInt64) {
        let core = LedgerHarness(Heavy(work))
        for id in 1...count {
            core.place(Tock(about: id))
            core.mark(id)
        }
        var numbers = SeededRandom(seed: 8)
        for id in (1...count).shuffled(using: &numbers) { core.place(asOf: id, Tock(about: id)) }
        #expect(core.visible.ticks == 2 * Int(count))
        // What has become certain meanwhile is folded into the base, each once.
        #expect(work.reacts <= 4 * Int(count))
        #expect(work.copies == 1)
    }

    @Test("Other answers in any order share one refold a drain")
    func answersInOneDrain() {
        let core = LedgerHarness(Heavy(work))
        for id in 1...UInt64(many) { core.mark(id) }
        var numbers = SeededRandom(seed: 9)
        core.inOneDrain { core in
            for id in (1...UInt64(many)).shuffled(using: &numbers) { core.place(asOf: id, Tick()) }
        }
        #expect(work.reacts <= 2 * many)
    }

    @Test("What is fired after a resolution in the same drain is applied once, by the refold")
    func firedWhileStale() {
        let core = LedgerHarness(Heavy(work))
        core.begin(1, Tick())
        core.inOneDrain {
            $0.rollback(1)
            for _ in 0..<100 { $0.fire(Tick()) }
        }
        #expect(work.reacts == 101)
        #expect(core.visible.ticks == 100)
    }

    @Test(
        "10,000 pending resolved in one drain in random order fold what remains once, at most n, whatever the outcome")
    func resolvedInOneDrain() {
        for keeps in [0, 1, 2] {
            let work = Effort()
            let core = LedgerHarness(Heavy(work))
            for id in 1...UInt64(many) { core.begin(id, Tick()) }
            #expect(work.reacts == many)
            var numbers = SeededRandom(seed: 5)
            let order = (1...UInt64(many)).shuffled(using: &numbers)
            core.inOneDrain { core in
                for id in order {
                    switch Int(id) % 3 {
                    case ..<keeps: core.commit(id)
                    default: core.rollback(id)
                    }
                }
            }
            let remaining = (1...many).count { $0 % 3 < keeps }
            #expect(core.visible.ticks == remaining)
            #expect(work.reacts == many + remaining)
            #expect(core.ledger.isEmpty)
        }
    }

    @Test("10,000 committed one a drain in random order fold each at most once more")
    func committedOneADrain() {
        let core = LedgerHarness(Heavy(work))
        for id in 1...UInt64(many) { core.begin(id, Tick()) }
        var numbers = SeededRandom(seed: 6)
        for id in (1...UInt64(many)).shuffled(using: &numbers) { core.commit(id) }
        #expect(work.reacts <= 2 * many)
        #expect(work.copies == 1)
    }

    @Test("Rolled back one a drain, each costs the entries since the oldest one that is open")
    func rolledBackOneADrain() {
        let count = 200
        let core = LedgerHarness(Heavy(work))
        for id in 1...UInt64(count) { core.begin(id, Tick()) }
        let before = work.reacts
        var numbers = SeededRandom(seed: 7)
        for id in (1...UInt64(count)).shuffled(using: &numbers) { core.rollback(id) }
        #expect(work.reacts - before == count * (count - 1) / 2)
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

private struct Tock: Event {
    var about: UInt64
    var _subject: String? { "\(about)" }
}

/// A state that counts what is done to it and how many of it there are.
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
