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
        while let entry = log.popCertain() { advanceBase(entry) }
        guard isStale, let base else { return }
        visible = base
        applyAll(to: &visible)
        isStale = false
    }

    private mutating func advanceBase(_ entry: LedgerEntry) {
        guard var base = base.take() else { return }
        LogFold.run { entry.apply(to: &base, in: $0) }
        self.base = consume base
    }

    private mutating func applyAll(to visible: inout StateType) {
        LogFold.run { fold in log.entries.forEach { $0.apply(to: &visible, in: fold) } }
    }

    private mutating func close(into visible: inout StateType) {
        if isStale, let base = base.take() {
            visible = base
            applyAll(to: &visible)
        }
        base = nil
        log.entries.removeAll()
        isStale = false
        isEmpty = true
    }
}
