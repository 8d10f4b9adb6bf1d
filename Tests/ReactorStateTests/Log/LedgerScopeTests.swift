import ReactorState
import Testing

@testable import ReactorStateSupport

@Suite("Ledger scopes and resets")
struct LedgerScopeTests {
    @Test("Pending predictions are found by id and by their about ids")
    func lookups() {
        let row = LedgerEntity(1)
        let core = LedgerHarness(Rows())
        core.begin(1, about: [row], Added(id: 1, value: 80))
        core.begin(2, about: [row, LedgerEntity(2)], Edited(id: 1, value: 81))
        #expect(core.ledger.log.pending(PredictionID(2))?.entities == [row, LedgerEntity(2)])
        #expect(core.ledger.log.isPending(row))
        #expect(!core.ledger.log.isPending(LedgerEntity("1")))
        #expect(!core.ledger.log.isPending(LedgerEntity(UInt8(1))))
        core.commit(2)
        #expect(core.ledger.log.isPending(row))
        #expect(!core.ledger.log.isPending(LedgerEntity(2)))
        #expect(core.ledger.log.pending(PredictionID(2)) == nil)
        core.rollback(1)
        #expect(!core.ledger.log.isPending(row))
    }
}
