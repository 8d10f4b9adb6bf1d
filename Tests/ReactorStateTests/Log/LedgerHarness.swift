import ReactorState

@testable import ReactorStateSupport

/// A ledger and the view of its front end, driven as by a core: each call is a separate drain, unless several are made inside
/// ``inOneDrain(_:)``.
final class LedgerHarness<StateType: State> {
    private(set) var ledger = OptimisticLedger<StateType>()
    private(set) var visible: StateType
    private(set) var deliveries = 0
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
    var pending: [UInt64] { ledger.log.pending.map(\.id.rawValue) }

    func inOneDrain(_ body: (LedgerHarness) -> Void) {
        drains += 1
        body(self)
        drains -= 1
        if drains == 0 { ledger.refold(into: &visible) }
    }

    func fire(_ events: any Event...) {
        inOneDrain {
            _ = $0.ledger.perform(LogStep(.event(), events), on: &$0.visible)
            $0.deliveries += 1
        }
    }

    func reset<Owner>(_: Owner.Type) -> [UInt64] {
        let withdrawn = ledger.log.predictions(of: ObjectIdentifier(Owner.self))
        perform(.event(withdrawing: withdrawn), [Reset<Owner>()])
        return withdrawn.map(\.rawValue)
    }

    @discardableResult
    func begin(
        _ id: UInt64, owner: Any.Type? = nil, about entities: [LedgerEntity] = [], _ events: any Event...
    ) -> LedgerDecision {
        let owners = owner.map { [ObjectIdentifier($0)] } ?? []
        let prediction = PendingPrediction(PredictionID(id), owners: owners, about: entities)
        return decide {
            $0.ledger.perform(LogStep(.begin(prediction.id), events), beginning: prediction, on: &$0.visible)
        }
    }

    @discardableResult
    func append(to id: UInt64, _ events: any Event...) -> LedgerDecision { perform(.append(PredictionID(id)), events) }

    @discardableResult
    func commit(_ id: UInt64) -> LedgerDecision { perform(.commit(PredictionID(id))) }

    @discardableResult
    func commit(_ id: UInt64, with events: any Event...) -> LedgerDecision {
        perform(.replace(PredictionID(id)), events)
    }

    /// As in a core: the appended events follow the removal, and both are delivered once.
    @discardableResult
    func rollback(_ id: UInt64, with events: any Event...) -> LedgerDecision {
        decide {
            let removal = $0.ledger.perform(LogStep(.rollback(PredictionID(id))), on: &$0.visible)
            if case .refused = removal { return removal }
            let message = $0.ledger.perform(LogStep(.event(), events), on: &$0.visible)
            return message == .notify ? .notify : removal
        }
    }

    @discardableResult
    func place(_ events: any Event...) -> LedgerDecision { perform(.place(asOf: nil), events) }

    @discardableResult
    func place(asOf mark: UInt64, _ events: any Event...) -> LedgerDecision {
        perform(.place(asOf: MarkID(mark)), events)
    }

    @discardableResult
    func report(asOf mark: UInt64, _ events: any Event...) -> LedgerDecision {
        perform(.report(asOf: MarkID(mark)), events)
    }

    @discardableResult
    func mark(_ id: UInt64) -> LedgerDecision { perform(.mark(MarkID(id))) }

    @discardableResult
    func release(_ id: UInt64) -> LedgerDecision { perform(.release(MarkID(id))) }

    func describe(_ prediction: PendingPrediction) -> Bool { ledger.log.describe(prediction) }

    @discardableResult
    private func perform(_ kind: LogStep.Kind, _ events: [any Event] = []) -> LedgerDecision {
        decide { $0.ledger.perform(LogStep(kind, events), on: &$0.visible) }
    }

    private func decide(_ operation: (LedgerHarness) -> LedgerDecision) -> LedgerDecision {
        var decision = LedgerDecision.silent
        inOneDrain { decision = operation($0) }
        if case .notify = decision { deliveries += 1 }
        return decision
    }
}
