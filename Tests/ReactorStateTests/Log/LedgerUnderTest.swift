import ReactorState

@testable import StateSupport

/// The real ledger, driven the way a core drives it.
struct LedgerUnderTest: LedgerSubject {
    private(set) var ledger = OptimisticLedger<Board>()
    private(set) var visible = Board()
    private var tellings = 0
    private var refusal: LedgerRefusal?

    mutating func endDrain() { ledger.refold(into: &visible) }

    var sight: LedgerSight {
        var ledger = ledger
        var visible = visible
        ledger.refold(into: &visible)
        return LedgerSight(
            visible: visible.cells, base: ledger.base?.cells, pending: ledger.pending.map(\.id.rawValue),
            marks: ledger.marks.map(\.rawValue), tellings: tellings, refusal: refusal)
    }

    mutating func perform(_ step: LedgerStep) {
        refusal = nil
        switch decide(step) {
        case .tell: tellings += 1
        case .silent: break
        case .refused(let reason): refusal = reason
        }
    }

    private mutating func decide(_ step: LedgerStep) -> LedgerDecision {
        switch step {
        case .fire(let moves):
            if let move = moves.first, moves.count == 1 {
                ledger.append(move, to: &visible)
            } else {
                ledger.append(moves, to: &visible)
            }
            return moves.isEmpty ? .silent : .tell
        case .reset(let side):
            _ = ledger.withdraw(scope: side.scope)
            ledger.append(side.reset, to: &visible)
            return .tell
        case .begin(let id, let side, let moves): return ledger.begin(prediction(id, side), moves, on: &visible)
        case .append(let id, let moves): return ledger.append(moves, to: PredictionID(id), on: &visible)
        case .commit(let id): return ledger.commit(PredictionID(id), on: &visible)
        case .commitWith(let id, let moves): return ledger.commit(PredictionID(id), with: moves, on: &visible)
        case .rollback(let id, let moves): return ledger.rollback(PredictionID(id), with: moves, on: &visible)
        case .place(let moves): return ledger.place(moves, on: &visible)
        case .mark(let id): return ledger.mark(MarkID(id), on: &visible)
        case .placeAsOf(let id, let moves): return ledger.place(moves, asOf: MarkID(id), on: &visible)
        case .release(let id): return ledger.release(MarkID(id), on: &visible)
        case .beginReset(let id): return ledger.begin(prediction(id, nil), [Side.left.reset], on: &visible)
        case .commitReset(let id): return ledger.commit(PredictionID(id), with: [Side.left.reset], on: &visible)
        case .placeReset: return ledger.place([Side.left.reset], on: &visible)
        case .reopen:
            reopen()
            return .silent
        case .endOfDrain:
            endDrain()
            return .silent
        }
    }

    private func prediction(_ id: UInt64, _ side: Side?) -> PendingPrediction {
        PendingPrediction(PredictionID(id), scopes: side.map { [$0.scope] } ?? [])
    }

    private mutating func reopen() {
        let described = ledger.pending
        ledger = OptimisticLedger(ledger.record(visible: visible), visible: &visible)
        for prediction in described { _ = ledger.describe(prediction) }
    }
}
