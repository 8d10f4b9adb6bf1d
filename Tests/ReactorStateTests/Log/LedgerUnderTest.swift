import ReactorState

@testable import ReactorStateSupport

/// The real ledger, driven the way a core drives it.
struct LedgerUnderTest: LedgerSubject {
    private(set) var ledger = OptimisticLedger<Board>()
    private(set) var visible = Board()
    private var deliveries = 0
    private var refusal: LedgerRefusal?

    mutating func endDrain() { ledger.refold(into: &visible) }

    var sight: LedgerSight {
        var ledger = ledger
        var visible = visible
        ledger.refold(into: &visible)
        ledger.advance()
        let base = ledger.isEmpty ? nil : ledger.base ?? visible
        return LedgerSight(
            visible: visible.cells, base: base?.cells, pending: ledger.log.pending.map(\.id.rawValue),
            marks: ledger.log.heldMarks.map(\.rawValue), deliveries: deliveries, refusal: refusal)
    }

    mutating func perform(_ step: LedgerStep) {
        refusal = nil
        switch decide(step) {
        case .notify: deliveries += 1
        case .silent: break
        case .refused(let reason): refusal = reason
        }
    }

    private mutating func decide(_ step: LedgerStep) -> LedgerDecision {
        switch step {
        case .fire(let moves):
            if let move = moves.first, moves.count == 1 {
                ledger.append(move, to: &visible)
                return .notify
            }
            return perform(.event(), moves)
        case .reset(let side):
            return perform(.event(withdrawing: ledger.log.predictions(of: side.owner)), [side.reset])
        case .begin(let id, let side, let moves):
            return ledger.perform(
                LogStep(.begin(PredictionID(id)), moves), beginning: prediction(id, side), on: &visible)
        case .append(let id, let moves): return perform(.append(PredictionID(id)), moves)
        case .commit(let id): return perform(.commit(PredictionID(id)))
        case .commitWith(let id, let moves, let following):
            let answer = perform(.replace(PredictionID(id)), moves)
            if case .refused = answer { return answer }
            return perform(.event(), following) == .notify ? .notify : answer
        case .rollback(let id, let moves):
            let removal = perform(.rollback(PredictionID(id)))
            if case .refused = removal { return removal }
            return perform(.event(), moves) == .notify ? .notify : removal
        case .place(let moves): return perform(.place(asOf: nil), moves)
        case .mark(let id): return perform(.mark(MarkID(id)))
        case .placeAsOf(let id, let moves): return perform(.place(asOf: MarkID(id)), moves)
        case .report(let id, let moves): return perform(.report(asOf: MarkID(id)), moves)
        case .release(let id): return perform(.release(MarkID(id)))
        case .beginReset(let id): return perform(.begin(PredictionID(id)), [Side.left.reset])
        case .commitReset(let id): return perform(.replace(PredictionID(id)), [Side.left.reset])
        case .placeReset: return perform(.place(asOf: nil), [Side.left.reset])
        case .reopen:
            reopen()
            return .silent
        case .endOfDrain:
            endDrain()
            return .silent
        }
    }

    private mutating func perform(_ kind: LogStep.Kind, _ events: [any Event] = []) -> LedgerDecision {
        ledger.perform(LogStep(kind, events), on: &visible)
    }

    private func prediction(_ id: UInt64, _ side: Side?) -> PendingPrediction {
        PendingPrediction(PredictionID(id), owners: side.map { [$0.owner] } ?? [])
    }

    private mutating func reopen() {
        let described = ledger.log.pending
        ledger = OptimisticLedger(ledger.record(visible: visible), visible: &visible)
        for prediction in described { _ = ledger.log.describe(prediction) }
    }
}
