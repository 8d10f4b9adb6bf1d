import ReactorState
import ReactorUndo
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

    @Test("Undo steps above pending predictions keep their ids when a journal is reopened, and no id is used twice")
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

    @Test("A resumed prediction is described again")
    func describedAnew() {
        let core = LedgerHarness(reopening: Self.interrupted().record)
        let described = PendingPrediction(
            PredictionID(1), owners: [ObjectIdentifier(Rows.self)], about: [LedgerEntity(2)])
        #expect(core.describe(described))
        #expect(core.describe(described))
        #expect(core.ledger.log.isPending(LedgerEntity(2)))
        #expect(!core.describe(PendingPrediction(PredictionID(3))))
        #expect(core.reset(Rows.self) == [1])
        #expect(!core.ledger.log.isPending(LedgerEntity(2)))
    }

    @Test("A record taken in the middle of a drain replays to the state that is visible after it")
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
