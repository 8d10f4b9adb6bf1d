import ReactorState

@testable import StateSupport

/// A ledger and what its front end sees, driven as a core does: each call is a drain of its own, unless several are made
/// inside ``inOneDrain(_:)``.
final class LedgerHarness<StateType: State> {
    private(set) var ledger = OptimisticLedger<StateType>()
    private(set) var visible: StateType
    private(set) var tellings = 0
    private var drains = 0

    init(_ state: StateType) { visible = state }

    init(reopening record: LedgerRecord<StateType>) {
        visible = record.base
        ledger = OptimisticLedger(record, visible: &visible)
    }

    var base: StateType? { ledger.base }
    var record: LedgerRecord<StateType> { ledger.record(visible: visible) }
    var pending: [UInt64] { ledger.pending.map(\.id.rawValue) }

    func inOneDrain(_ body: (LedgerHarness) -> Void) {
        drains += 1
        body(self)
        drains -= 1
        if drains == 0 { ledger.refold(into: &visible) }
    }

    func fire(_ events: any Event...) {
        inOneDrain {
            $0.ledger.append(events, to: &$0.visible)
            $0.tellings += 1
        }
    }

    func reset<Scope>(_: Scope.Type) -> [UInt64] {
        var withdrawn: [PredictionID] = []
        inOneDrain {
            withdrawn = $0.ledger.withdraw(scope: ObjectIdentifier(Scope.self))
            $0.fire(Reset<Scope>())
        }
        return withdrawn.map(\.rawValue)
    }

    @discardableResult
    func begin(
        _ id: UInt64, scope: Any.Type? = nil, about entities: [LedgerEntity] = [], _ events: any Event...
    ) -> LedgerDecision {
        let scopes = scope.map { [ObjectIdentifier($0)] } ?? []
        let prediction = PendingPrediction(PredictionID(id), scopes: scopes, about: entities)
        return decide { $0.ledger.begin(prediction, events, on: &$0.visible) }
    }

    @discardableResult
    func append(to id: UInt64, _ events: any Event...) -> LedgerDecision {
        decide { $0.ledger.append(events, to: PredictionID(id), on: &$0.visible) }
    }

    @discardableResult
    func commit(_ id: UInt64) -> LedgerDecision {
        decide { $0.ledger.commit(PredictionID(id), on: &$0.visible) }
    }

    @discardableResult
    func commit(_ id: UInt64, with events: any Event...) -> LedgerDecision {
        decide { $0.ledger.commit(PredictionID(id), with: events, on: &$0.visible) }
    }

    @discardableResult
    func rollback(_ id: UInt64, with events: any Event...) -> LedgerDecision {
        decide { $0.ledger.rollback(PredictionID(id), with: events, on: &$0.visible) }
    }

    @discardableResult
    func place(_ events: any Event...) -> LedgerDecision {
        decide { $0.ledger.place(events, on: &$0.visible) }
    }

    @discardableResult
    func place(asOf mark: UInt64, _ events: any Event...) -> LedgerDecision {
        decide { $0.ledger.place(events, asOf: MarkID(mark), on: &$0.visible) }
    }

    @discardableResult
    func mark(_ id: UInt64) -> LedgerDecision {
        decide { $0.ledger.mark(MarkID(id), on: &$0.visible) }
    }

    @discardableResult
    func release(_ id: UInt64) -> LedgerDecision {
        decide { $0.ledger.release(MarkID(id), on: &$0.visible) }
    }

    func describe(_ prediction: PendingPrediction) -> Bool { ledger.describe(prediction) }

    private func decide(_ operation: (LedgerHarness) -> LedgerDecision) -> LedgerDecision {
        var decision = LedgerDecision.silent
        inOneDrain { decision = operation($0) }
        if case .tell = decision { tellings += 1 }
        return decision
    }
}
