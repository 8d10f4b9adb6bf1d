extension TypedStore {
    /// Goes on where a recording ended.
    func restore(_ record: LedgerRecord<StateType>) {
        ledger = OptimisticLedger(record, visible: &state.pointee)
        hasPending = !ledger.isEmpty
    }
}
