import ReactorState

@testable import ReactorStateSupport

/// A ledger and the view of its front end, driven as by a core: each call is a separate drain, unless several are made inside
/// ``inOneDrain(_:)``.
final class LedgerHarness<StateType: State> {
    private(set) var ledger = OptimisticLedger<StateType>()
    private(set) var visible: StateType
    private var drains = 0

    init(_ state: StateType) { visible = state }

    init(reopening record: LedgerRecord<StateType>) {
        visible = record.base
        ledger = OptimisticLedger(record, visible: &visible)
    }

    /// The entries below the open ones, at a moment at which the confirmed entries were replayed into the base.
    var base: StateType? {
        var ledger = ledger
        ledger.advance()
        return ledger.base
    }
    var record: LedgerRecord<StateType> { ledger.record(visible: visible) }

    func inOneDrain(_ body: (LedgerHarness) -> Void) {
        drains += 1
        body(self)
        drains -= 1
        if drains == 0 { ledger.refold(into: &visible) }
    }

    func fire(_ event: any Event) { perform(LogStep(.event(), [event])) }

    func reset<Owner>(_: Owner.Type) -> [UInt64] {
        let withdrawn = ledger.log.predictions(of: ObjectIdentifier(Owner.self))
        perform(LogStep(.event(withdrawing: withdrawn), [Reset<Owner>()]))
        return withdrawn.map(\.rawValue)
    }

    func begin(_ id: UInt64, _ event: any Event) {
        let prediction = PendingPrediction(PredictionID(id))
        inOneDrain {
            _ = $0.ledger.perform(LogStep(.begin(prediction.id), [event]), beginning: prediction, on: &$0.visible)
        }
    }

    func append(to id: UInt64, _ event: any Event) { perform(LogStep(.append(PredictionID(id)), [event])) }
    func commit(_ id: UInt64) { perform(LogStep(.commit(PredictionID(id)))) }

    /// As in a core: the appended events follow the removal.
    func rollback(_ id: UInt64, with events: any Event...) {
        inOneDrain {
            $0.perform(LogStep(.rollback(PredictionID(id))))
            $0.perform(LogStep(.event(), events))
        }
    }

    func place(_ event: any Event) { perform(LogStep(.place(asOf: nil), [event])) }
    func mark(_ id: UInt64) { perform(LogStep(.mark(MarkID(id)))) }
    func release(_ id: UInt64) { perform(LogStep(.release(MarkID(id)))) }
    func describe(_ prediction: PendingPrediction) -> Bool { ledger.log.describe(prediction) }

    private func perform(_ step: LogStep) { inOneDrain { _ = $0.ledger.perform(step, on: &$0.visible) } }
}
