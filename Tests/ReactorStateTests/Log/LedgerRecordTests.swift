import ReactorState
import Testing

@testable import ReactorStateSupport

@Suite("Ledger record")
struct LedgerRecordTests {
    private static func interrupted() -> LedgerHarness<Rows> {
        let core = LedgerHarness(Rows())
        core.fire(Added(id: 1, value: 80))
        core.mark(1)
        core.begin(1, Added(id: 2, value: 81))
        core.fire(Added(id: 3, value: 82))
        core.begin(2, Edited(id: 3, value: 83))
        core.append(to: 1, Edited(id: 2, value: 84))
        return core
    }

    @Test("A record lists the base and, in order, what lies above it with its owners")
    func lists() {
        let record = Self.interrupted().record
        #expect(record.base.ids == [1])
        #expect(
            record.entries.map(\.owner) == [
                .mark(MarkID(1)), .prediction(PredictionID(1)), nil, .prediction(PredictionID(2)),
                .prediction(PredictionID(1)),
            ])
        #expect(record.entries.map { $0.events.all.count } == [0, 1, 1, 1, 1])
        #expect(record.lastPrediction == PredictionID(2))
        #expect(record.lastMark == MarkID(1))
    }

    @Test("A journal with pending entries reopened after a crash shows them, and they can be rolled back")
    func reopenedAndRolledBack() {
        let before = Self.interrupted()
        let core = LedgerHarness(reopening: before.record)
        #expect(core.visible == before.visible)
        #expect(core.base == before.base)
        #expect(core.pending == [1, 2])
        core.rollback(1)
        core.rollback(2)
        core.release(1)
        #expect(core.visible.values == [80, 82])
        #expect(core.ledger.isEmpty)
    }

    @Test("Undo steps above what is pending keep their ids when a journal is reopened, and give none away")
    func reopenedWithUndoSteps() throws {
        let before = LedgerHarness(Undoable(Plain()))
        before.begin(1, Typed(text: "a"))
        before.commit(1)
        let resolved = try #require(before.visible.undoEvent)
        before.begin(2, Typed(text: "b"))
        before.fire(Typed(text: "c"))
        let core = LedgerHarness(reopening: before.record)
        #expect(core.visible == before.visible, "with ids")
        core.fire(try #require(core.visible.undoEvent))
        core.rollback(2)
        core.begin(3, Typed(text: "d"))
        core.fire(resolved)
        #expect(core.visible.document.text == "ad")
    }

    @Test("A journal with pending entries reopened after a crash can be resumed")
    func reopenedAndResumed() {
        let core = LedgerHarness(reopening: Self.interrupted().record)
        core.commit(1, with: Saved(id: 2, value: 85))
        core.commit(2)
        core.place(asOf: 1, Received(rows: [.init(id: 9, value: 90)]))
        #expect(core.visible.ids == [9, 2, 3])
        #expect(core.visible.values == [90, 85, 83])
        #expect(core.commit(2) == .refused(.alreadyResolved(PredictionID(2))))
    }

    @Test("A resumed prediction is described anew")
    func describedAnew() {
        let core = LedgerHarness(reopening: Self.interrupted().record)
        let described = PendingPrediction(
            PredictionID(1), owners: [ObjectIdentifier(Rows.self)], about: [LedgerEntity(2)])
        #expect(core.describe(described))
        #expect(core.describe(described))
        #expect(core.ledger.isPending(LedgerEntity(2)))
        #expect(!core.describe(PendingPrediction(PredictionID(3))))
        #expect(core.reset(Rows.self) == [1])
        #expect(!core.ledger.isPending(LedgerEntity(2)))
    }

    @Test("A record of a ledger with nothing pending is the state and the counters alone")
    func nothingPending() {
        let core = Self.interrupted()
        core.commit(1)
        core.commit(2)
        core.release(1)
        let record = core.record
        #expect(record.entries.isEmpty)
        #expect(record.base == core.visible)
        let reopened = LedgerHarness(reopening: record)
        #expect(reopened.ledger.isEmpty)
        #expect(reopened.visible == core.visible)
        #expect(reopened.record.lastPrediction == PredictionID(2))
    }

    @Test("A record taken in the middle of a drain folds to what is seen after it")
    func staleRecord() {
        let core = Self.interrupted()
        var record: LedgerRecord<Rows>?
        core.inOneDrain {
            $0.rollback(1)
            record = $0.record
        }
        let reopened = record.map { LedgerHarness(reopening: $0) }
        #expect(reopened?.visible == core.visible)
        #expect(reopened?.base == core.base)
    }
}
