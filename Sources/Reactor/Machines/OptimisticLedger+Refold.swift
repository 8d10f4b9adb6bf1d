extension OptimisticLedger {
    /// Brings `visible` and `base` up to date with the log: to be called at the end of every drain in which the ledger
    /// was not empty, and before anything reads `visible` while it is stale.
    ///
    /// Costs nothing when the log did not change below its end; one `react` for each event that became certain; and,
    /// after a rearrangement, one for each event since the oldest open entry. When nothing is pending any more, `base`
    /// is moved, not copied, or dropped.
    package mutating func refold(into visible: inout StateType) {
        guard !isEmpty else { return }
        guard log.isOpen else { return close(into: &visible) }
        while let events = log.popCertain() { advanceBase(events) }
        guard isStale, let base else { return }
        visible = base
        log.entries.forEach { $0.events.apply(to: &visible) }
        isStale = false
    }

    private mutating func advanceBase(_ events: LedgerEvents) {
        guard var base = base.take() else { return }
        events.apply(to: &base)
        self.base = consume base
    }

    private mutating func close(into visible: inout StateType) {
        if isStale, let base = base.take() {
            visible = base
            log.entries.forEach { $0.events.apply(to: &visible) }
        }
        base = nil
        log.entries.removeAll()
        isStale = false
        isEmpty = true
    }
}
