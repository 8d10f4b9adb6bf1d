/// The predictions on top of the confirmed state, as a replay of one ordered log.
///
/// A core owns the visible state (`visible`) and passes it to each call. The ledger owns the state below the
/// predictions (`base`), only while something is pending. It is a plain value without isolation, and synchronous.
///
/// After ``refold(into:)``, `visible` is the result of a replay of the log, so a rollback never undoes, repeats or
/// restores another event. Between two calls of it, `visible` can be outdated (``isStale``): a drain resolves any
/// number of predictions with one replay.
///
/// - If nothing is pending (``isEmpty``), there is no second state, and a core does not have to call the ledger. There
///   is also no second state while only marks are held, and their responses arrive in the order of the marks.
/// - Otherwise there is one more state, never two. Appending, beginning and marking are O(1) in addition to the event
///   itself, resolving is O(1), amortized. A replay is O(entries since the oldest open one), and runs only
///   `react(to:)`.
package struct OptimisticLedger<StateType: State>: Sendable {
    package var log: LedgerLog
    /// Whether nothing is pending. False from the first prediction or mark until the ``refold(into:)`` after the last
    /// one was resolved. While it is true, a core applies events without the ledger.
    package private(set) var isEmpty = true
    /// Whether `visible` is outdated until the next ``refold(into:)``.
    package private(set) var isStale = false
    /// The number of entries at which the confirmed ones are reduced into the base.
    private var limit = OptimisticLedger.leastLimit
    /// The state below the entries of the log. Empty while `visible` is that state: nothing is pending, or no entry has
    /// events. An array of one element instead of an optional, because the element is changed in place, and a large
    /// state does not fill the stack. In addition, neither access nor layout depends on the state's type, whose
    /// metadata would have to be looked up.
    private var bases: [StateType] = []
    /// Whether there is a base. A separate property, because it is read with every event while something is open, and a
    /// read of the array looks up its type metadata.
    private var hasBase = false

    /// The state below the entries of the log; nil while `visible` is that state.
    package var base: StateType? { bases.first }

    /// The lowest limit. Most entries are resolved soon, and then need no second replay.
    private static var leastLimit: Int { 256 }

    /// Creates a ledger without predictions. A core from a journal continues the stored numbers.
    package init(
        lastPrediction: PredictionID = PredictionID(0), lastMark: MarkID = MarkID(0), lastNumber: UInt64 = 0
    ) {
        log = LedgerLog(lastPrediction: lastPrediction, lastMark: lastMark, lastNumber: lastNumber)
    }

    // MARK: Performing

    /// Performs a step, in a core or in a replay of a recording. `visible` is brought up to date by ``refold(into:)``.
    ///
    /// - Parameter prediction: The data of the prediction that begins with the step, if any.
    package mutating func perform(
        _ step: LogStep, beginning prediction: PendingPrediction? = nil, on visible: inout StateType
    ) -> LedgerDecision {
        if isEmpty, step.kind.isCertain {
            if let reset = step.events.reset, case .place = step.kind {
                return .refused(.resetOutOfPlace("\(type(of: reset))"))
            }
            let number = number(for: step)
            LogFold.run { step.events.apply(to: &visible, number, in: $0) }
            return step.events.isEmpty ? .silent : .notify
        }
        let before = log.lastNumber
        let number = number(for: step)
        do throws(LedgerRefusal) {
            return follow(try log.perform(step, number, beginning: prediction), on: &visible)
        } catch {
            log.lastNumber = before
            return .refused(error)
        }
    }

    /// Returns the number of a step, and counts the numbers that it uses.
    private mutating func number(for step: LogStep) -> UInt64 {
        let number = step.number ?? log.lastNumber + 1
        log.lastNumber = max(log.lastNumber, number + UInt64(step.lines) - 1)
        return number
    }

    /// Appends a confirmed event, like ``perform(_:beginning:on:)``, without a step.
    ///
    /// - Parameter number: The number of the entry, or nil for the next one.
    @inline(__always)
    package mutating func append(_ event: any Event, _ number: UInt64? = nil, to visible: inout StateType) {
        let number = number ?? log.lastNumber + 1
        log.lastNumber = max(log.lastNumber, number)
        if isEmpty {
            LogFold.run { $0.apply(event, of: number, to: &visible) }
        } else {
            _ = follow(log.append(event, number), on: &visible)
        }
    }

    /// Applies a change of the log to the states.
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
                // No entry below it can be added or removed, and no entry above it has events: `visible` is also the
                // state below the other entries.
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

    // MARK: Replaying

    /// Brings `visible` up to date with the log. Has to be called at the end of every drain in which the ledger was not
    /// empty, and before a read of `visible` while it is stale.
    ///
    /// It is free if the log did not change below its end. Otherwise it runs `react(to:)` once for each event that was
    /// confirmed, unless everything is resolved before there are many entries; and after a rearrangement, once for each
    /// event since the oldest open entry. When nothing is pending any more, `base` is moved or dropped, and not copied.
    package mutating func refold(into visible: inout StateType) {
        guard !isEmpty else { return }
        guard log.isOpen else { return close(into: &visible) }
        if isStale || log.entries.count >= limit { advance() }
        guard isStale, hasBase else { return }
        visible = bases[0]
        applyAll(to: &visible)
        isStale = false
    }

    /// Reduces the confirmed entries below the first open one into the base.
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

    /// A separate function, so that the array is accessed once for all entries: each access in generic code looks up
    /// its type metadata.
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

    // MARK: Confirmed state

    /// Returns the state without pending predictions: a replay of all other entries. O(entries), and a copy of a state.
    package func certain(visible: StateType) -> StateType {
        guard hasBase else { return visible }
        var state = bases[0]
        LogFold.run { fold in
            log.entries.forEach { if $0.owner == nil { $0.apply(to: &state, in: fold) } }
        }
        return state
    }

    // MARK: Reopening

    /// Creates the ledger and the visible state from a journal.
    ///
    /// Owners and entities are values of the running program, and not part of a journal. The code that resumes a
    /// prediction sets them again with ``LedgerLog/describe(_:)``.
    package init(_ record: LedgerRecord<StateType>, visible: inout StateType) {
        self.init(
            lastPrediction: record.lastPrediction, lastMark: record.lastMark, lastNumber: record.lastNumber)
        visible = record.base
        for entry in record.entries { log.restore(entry) }
        guard log.entries.count > 0 else { return }
        keepBase(record.base)
        isEmpty = false
        isStale = true
        refold(into: &visible)
    }

    /// Returns the record for a journal. A replay of the entries on `base` results in the visible state even while
    /// `visible` is stale. O(entries). The record retains a copy of a state.
    package func record(visible: StateType) -> LedgerRecord<StateType> {
        var entries: [LedgerEntry] = []
        log.entries.forEach { entries.append($0) }
        return LedgerRecord(
            base: hasBase ? bases[0] : visible, entries: entries, lastPrediction: log.lastPrediction,
            lastMark: log.lastMark, lastNumber: log.lastNumber)
    }
}

extension State {
    /// Appends a confirmed event to a ledger, and applies it to the visible state. A method of the state instead of the
    /// ledger, so that the core, in another module, does not look up the ledger's type metadata for each event.
    package mutating func append(_ event: any Event, _ number: UInt64?, through ledger: inout OptimisticLedger<Self>) {
        ledger.append(event, number, to: &self)
    }
}

extension LogStep.Kind {
    /// Whether the step appends to a log in which nothing is open.
    fileprivate var isCertain: Bool {
        switch self {
        case .event, .place(asOf: nil): true
        default: false
        }
    }
}

/// The data of a ledger for a journal, so that a core opened from it continues as if it had not stopped.
package struct LedgerRecord<StateType: State>: Sendable {
    /// The result of all events below the entries. Boxed, because a record is passed through many calls.
    @Boxed package var base: StateType
    /// The log above `base`, in order.
    package var entries: [LedgerEntry]
    package var lastPrediction: PredictionID
    package var lastMark: MarkID
    package var lastNumber: UInt64

    package init(
        base: StateType, entries: [LedgerEntry], lastPrediction: PredictionID, lastMark: MarkID,
        lastNumber: UInt64 = 0
    ) {
        _base = Boxed(wrappedValue: base)
        self.entries = entries
        self.lastPrediction = lastPrediction
        self.lastMark = lastMark
        self.lastNumber = lastNumber
    }
}
