/// Predictions on top of what is certain, as the fold of one ordered log.
///
/// A core owns the state that its front end sees (`visible`) and hands it in; the ledger owns what lies below the
/// predictions (`base`), and only while something is pending. It is a plain value without isolation and decides
/// everything at once.
///
/// The promise: after ``refold(into:)``, `visible` is the fold of the log, so taking a prediction back never undoes,
/// repeats or resurrects another event. Between two calls of it `visible` may lag behind (``isStale``): a drain settles as many
/// predictions as it likes and pays for one refold.
///
/// - With nothing pending (``isEmpty``) there is no second state, and a core need not ask the ledger at all.
/// - Otherwise there is one more state, never two. Appending, beginning and marking cost O(1) beyond the event itself,
///   settling O(1) amortised; a refold costs the entries since the oldest one that is open, and runs `react` only.
package struct OptimisticLedger<StateType: State>: Sendable {
    package internal(set) var log: LedgerLog
    /// False from the first prediction or mark until the ``refold(into:)`` after the last one was settled. While it is
    /// true a core applies its events itself, without asking the ledger.
    package internal(set) var isEmpty = true
    /// True when `visible` is not the fold of the log until the next ``refold(into:)``.
    package internal(set) var isStale = false
    /// The fold of the log up to its first open entry, nil while nothing is pending. Exact after a refold. The last member,
    /// so that where the others lie does not depend on the state's type, for which the runtime would have to be asked.
    package internal(set) var base: StateType?

    /// A ledger with nothing pending. A core that was opened from a journal goes on counting ids where it stopped.
    package init(
        lastPrediction: PredictionID = PredictionID(0), lastMark: MarkID = MarkID(0), lastEntry: UInt64 = 0
    ) {
        log = LedgerLog(lastPrediction: lastPrediction, lastMark: lastMark, lastEntry: lastEntry)
    }

    /// Appends a certain event.
    @inline(__always)
    package mutating func append(_ event: any Event, to visible: inout StateType) {
        append(LedgerEvents.one(event), to: &visible)
    }

    /// Appends certain events as one.
    package mutating func append(_ events: [any Event], to visible: inout StateType) {
        append(LedgerEvents(events), to: &visible)
    }

    @inline(__always)
    private mutating func append(_ events: consuming LedgerEvents, to visible: inout StateType) {
        guard !isEmpty else { return events.apply(to: &visible) }
        if case .appended = log.append(events) { applyLast(to: &visible) }
    }

    @inline(__always)
    private mutating func applyLast(to visible: inout StateType) {
        guard !isStale, let last = log.entries.last else { return }
        let entry = log.entries[last]
        LogFold.run { entry.apply(to: &visible, in: $0) }
    }

    /// Carries a change of the log over to the states.
    mutating func follow(
        to visible: inout StateType,
        _ operation: (inout LedgerLog) throws(LedgerRefusal) -> LedgerLog.Change
    ) -> LedgerDecision {
        do throws(LedgerRefusal) {
            let change = try operation(&log)
            if isEmpty, log.isOpen { open(at: visible) }
            switch change {
            case .none:
                return .silent
            case .appended:
                applyLast(to: &visible)
                return .tell
            case .rearranged:
                isStale = true
                return .tell
            }
        } catch {
            return .refused(error)
        }
    }

    private mutating func open(at visible: StateType) {
        base = visible
        isEmpty = false
    }
}
