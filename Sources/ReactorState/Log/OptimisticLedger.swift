/// Predictions on top of the certain state, as the fold of one ordered log.
///
/// A core owns the state that its front end sees (`visible`) and hands it in; the ledger owns what lies below the
/// predictions (`base`), and only while something is pending. It is a plain value without isolation and decides
/// everything at once.
///
/// The promise: after ``refold(into:)``, `visible` is the fold of the log, so rolling a prediction back never
/// undoes, repeats or resurrects another event. Between two calls of it `visible` may be outdated (``isStale``): a
/// drain resolves any number of predictions and pays for one replay.
///
/// - With nothing pending (``isEmpty``) there is no second state, and a core does not have to call the ledger.
///   There is also no second state while marks alone are held, and their responses arrive in the order of the
///   marks.
/// - Otherwise there is one more state, never two. Appending, beginning and marking cost O(1) beyond the event itself,
///   resolving O(1) amortized; a refold costs the entries since the oldest one that is open, and runs `react` only.
package struct OptimisticLedger<StateType: State>: Sendable {
    package var log: LedgerLog
    /// False from the first prediction or mark until the ``refold(into:)`` after the last one was resolved. While it is
    /// true a core applies its events itself, without asking the ledger.
    package private(set) var isEmpty = true
    /// True when `visible` is not the fold of the log until the next ``refold(into:)``.
    package private(set) var isStale = false
    /// How many entries there may be before those that are certain are folded into the base.
    private var limit = OptimisticLedger.leastLimit
    /// The state below the entries of the log. Empty while `visible` is that state: nothing is pending, or no entry
    /// has events. An array of one element instead of an optional: the element is changed in place, and a large
    /// state does not fill a stack. Neither reading it nor the layout of the other properties depends on the
    /// state's type, which the runtime would have to look up.
    private var bases: [StateType] = []
    /// Whether there is a base: asked with every event while something is open, and an array asks the runtime for its type.
    private var hasBase = false

    /// The state below the entries of the log; nil while `visible` is that state.
    package var base: StateType? { bases.first }

    /// So many are cheaper to keep, since most resolve soon and then need no second fold at all.
    private static var leastLimit: Int { 256 }

    /// A ledger with nothing pending. A core that was opened from a journal continues counting ids from the stored
    /// number.
    package init(
        lastPrediction: PredictionID = PredictionID(0), lastMark: MarkID = MarkID(0), lastEntry: UInt64 = 0
    ) {
        log = LedgerLog(lastPrediction: lastPrediction, lastMark: lastMark, lastEntry: lastEntry)
    }

    // MARK: Performing

    /// Performs a step, as a core does and a replay does again; what is seen is brought up to date when
    /// ``refold(into:)`` is called.
    ///
    /// - Parameter prediction: what is known of the prediction that begins with the step.
    package mutating func perform(
        _ step: LogStep, beginning prediction: PendingPrediction? = nil, on visible: inout StateType
    ) -> LedgerDecision {
        if isEmpty, step.kind.isCertain {
            if let reset = step.events.reset, case .place = step.kind {
                return .refused(.resetOutOfPlace("\(type(of: reset))"))
            }
            step.events.apply(to: &visible)
            return step.events.isEmpty ? .silent : .notify
        }
        do throws(LedgerRefusal) {
            return follow(try log.perform(step, beginning: prediction), on: &visible)
        } catch {
            return .refused(error)
        }
    }

    /// Appends a certain event, as ``perform(_:beginning:on:)`` does, without a step.
    @inline(__always)
    package mutating func append(_ event: any Event, to visible: inout StateType) {
        if isEmpty {
            visible.react(to: event)
        } else {
            _ = follow(log.append(event), on: &visible)
        }
    }

    /// Carries a change of the log over to the states.
    @inline(__always)
    private mutating func follow(_ change: LedgerLog.Change, on visible: inout StateType) -> LedgerDecision {
        if isEmpty { isEmpty = !log.isOpen }
        switch change {
        case .none: return .silent
        case .appended(let position):
            if !hasBase {
                let isCertain = log.entries.first == position && log.entries[position].owner == nil
                if !isCertain { keepBase(visible) }
                apply(position, to: &visible)
                // Nothing below it can come or go, and nothing above it has events: what is seen is below the rest.
                if isCertain { log.entries.remove(position) }
            } else if !isStale {
                apply(position, to: &visible)
            }
        case .rearranged:
            if !hasBase { keepBase(visible) }
            isStale = true
        }
        return .notify
    }

    @inline(__always)
    private mutating func apply(_ position: LedgerEntries.Position, to visible: inout StateType) {
        let entry = log.entries[position]
        LogFold.run { fold in
            entry.apply(to: &visible, in: fold)
            if fold.takeChangeOfServerRows() { log.noteChangeOfServerRows(by: entry.owner) }
        }
    }

    // MARK: Folding

    /// Brings `visible` up to date with the log: to be called at the end of every drain in which the ledger was not empty,
    /// and before anything reads `visible` while it is stale.
    ///
    /// Costs nothing when the log did not change below its end; one `react` for each event that became certain, unless
    /// everything is resolved before there are many; and, after a rearrangement, one for each event since the oldest open
    /// entry. When nothing is pending any more, `base` is moved, not copied, or dropped.
    package mutating func refold(into visible: inout StateType) {
        guard !isEmpty else { return }
        guard log.isOpen else { return close(into: &visible) }
        if isStale || log.entries.count >= limit { advance() }
        guard isStale, hasBase else { return }
        visible = bases[0]
        applyAll(to: &visible)
        isStale = false
    }

    /// Folds the entries that are certain, below the first open one, into the base.
    package mutating func advance() {
        if log.isOpen {
            if hasBase {
                OptimisticLedger.advance(&bases[0], over: &log)
            } else {
                while log.popCertain() != nil {}
            }
        }
        limit = max(OptimisticLedger.leastLimit, 2 * log.entries.count)
    }

    /// Reaches into the array once for all entries: each time, generic code asks the runtime for the array's type.
    private static func advance(_ base: inout StateType, over log: inout LedgerLog) {
        LogFold.run { fold in
            while let entry = log.popCertain() { entry.apply(to: &base, in: fold) }
        }
    }

    private mutating func keepBase(_ visible: StateType) {
        bases.append(visible)
        hasBase = true
    }

    private mutating func dropBase() {
        bases = []
        hasBase = false
    }

    private mutating func applyAll(to visible: inout StateType) {
        var changing: [LedgerOwner?] = []
        LogFold.run { fold in
            log.entries.forEach { entry in
                entry.apply(to: &visible, in: fold)
                if fold.takeChangeOfServerRows() { changing.append(entry.owner) }
            }
        }
        for owner in changing { log.noteChangeOfServerRows(by: owner) }
    }

    private mutating func close(into visible: inout StateType) {
        if isStale && hasBase {
            swap(&visible, &bases[0])
            dropBase()
            applyAll(to: &visible)
        }
        dropBase()
        log.removeAll()
        limit = OptimisticLedger.leastLimit
        isStale = false
        isEmpty = true
    }

    // MARK: Asking

    /// The state without what is predicted: the fold of everything else in the log. O(entries), and a copy of a state.
    package func certain(visible: StateType) -> StateType {
        guard hasBase else { return visible }
        var state = bases[0]
        LogFold.run { fold in
            log.entries.forEach { if $0.owner == nil { $0.apply(to: &state, in: fold) } }
        }
        return state
    }

    // MARK: Reopening

    /// The ledger that a journal stored, and the visible state on top of it.
    ///
    /// Owners and entities are values of the running program and not part of a journal; the code that resumes a prediction
    /// names them again with ``LedgerLog/describe(_:)``.
    package init(_ record: LedgerRecord<StateType>, visible: inout StateType) {
        self.init(
            lastPrediction: record.lastPrediction, lastMark: record.lastMark, lastEntry: record.lastEntry)
        visible = record.base
        for entry in record.entries { log.restore(entry) }
        guard log.entries.count > 0 else { return }
        keepBase(record.base)
        isEmpty = false
        isStale = true
        refold(into: &visible)
    }

    /// The record that a journal writes. `base` and the entries replay to the visible state also while `visible` is
    /// stale. O(entries), and retains a copy of a state for as long as it is kept.
    package func record(visible: StateType) -> LedgerRecord<StateType> {
        var entries: [LedgerEntry] = []
        log.entries.forEach { entries.append($0) }
        return LedgerRecord(
            base: hasBase ? bases[0] : visible, entries: entries, lastPrediction: log.lastPrediction,
            lastMark: log.lastMark, lastEntry: log.lastEntry)
    }
}

extension State {
    /// Appends a certain event to a ledger, and applies it to the visible state. A method of the state instead of
    /// the ledger, so that the core, in another module, does not look up the ledger's type in the runtime with each
    /// event.
    package mutating func append(_ event: any Event, through ledger: inout OptimisticLedger<Self>) {
        ledger.append(event, to: &self)
    }
}

extension LogStep.Kind {
    /// Whether it is at the end of a log in which nothing is open.
    fileprivate var isCertain: Bool {
        switch self {
        case .event, .place(asOf: nil): true
        default: false
        }
    }
}

/// The data that a journal must store of a ledger, so that a core opened from it continues as if it had not
/// stopped.
package struct LedgerRecord<StateType: State>: Sendable {
    /// The fold of everything below the entries. Boxed, since a record is handed on from call to call.
    @Boxed package var base: StateType
    /// The log above `base`, in order.
    package var entries: [LedgerEntry]
    package var lastPrediction: PredictionID
    package var lastMark: MarkID
    package var lastEntry: UInt64

    package init(
        base: StateType, entries: [LedgerEntry], lastPrediction: PredictionID, lastMark: MarkID, lastEntry: UInt64 = 0
    ) {
        _base = Boxed(wrappedValue: base)
        self.entries = entries
        self.lastPrediction = lastPrediction
        self.lastMark = lastMark
        self.lastEntry = lastEntry
    }
}
