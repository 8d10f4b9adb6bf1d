import Reactor
import ReactorRecording

/// The changes of one value of a state after an entry. It receives every step with the value after it, so that no temporary
/// change is missed.
struct ValueChanges {
    /// The reason of a step.
    enum Reason {
        /// The response to the prediction of this entry.
        case answered(JournalEntry)
        /// The rollback of the prediction of this entry.
        case rolledBack(JournalEntry)
        /// A command fired it.
        case launched(JournalCause)
        /// A reaction started the command after the event of this entry; with the cause of the entry, if a prediction provides
        /// it.
        case reacted(to: UInt64, JournalCause?)
    }

    /// The value after the last step.
    private(set) var now: LocatedValue?
    /// The number of changes.
    private(set) var count = 0
    private(set) var last: ValueChange?
    /// The change that created the current value, and the number of changes before it, or nil if it existed before the first
    /// step.
    private(set) var put: (change: ValueChange, before: Int)?
    /// The changes in order, if all are kept.
    private(set) var all: [ValueChange] = []
    private let keepsAll: Bool
    private var open: OpenPredictions

    /// - Parameters:
    ///   - now: The value before the first step.
    ///   - open: The open predictions before the first step.
    ///   - keepsAll: Whether to keep all changes, and not only the last one and the creation of the value.
    init(from now: LocatedValue?, _ open: OpenPredictions, keepsAll: Bool) {
        self.now = now
        self.open = open
        self.keepsAll = keepsAll
    }

    /// Adds the entries of a step, the value after it, and the index of the entry that changed it, or nil for an unchanged value.
    mutating func take(_ entries: [JournalEntry], _ value: LocatedValue?, changedBy index: Int?) {
        open.begin(entries)
        if let index {
            let change = change(to: value, by: index, of: entries)
            if now == nil { put = (change, count) }
            if value == nil { put = nil }
            count += 1
            last = change
            if keepsAll { all.append(change) }
        }
        // Store the value in any case, because the parts that the next one shares with it are skipped.
        now = value
        open.end(entries)
    }

    private func change(to value: LocatedValue?, by index: Int, of entries: [JournalEntry]) -> ValueChange {
        let entry = entries[index]
        var reasons: [Reason] = []
        if let resolution = entries[...index].last(where: { $0.step.resolved != nil }),
            let begin = resolution.step.resolved.flatMap({ open[$0] })
        {
            if case .rollback = resolution.step {
                reasons.append(.rolledBack(begin))
            } else if entry.step == resolution.step {
                reasons.append(.answered(begin))
            }
        }
        if case .event(let withdrawn) = entry.step {
            reasons += withdrawn.compactMap { open[$0] }.map { .rolledBack($0) }
        }
        return ValueChange(
            entry: entry, step: entries[0].seq...entries[entries.count - 1].seq, before: now, after: value,
            reasons: reasons)
    }
}

/// The value after a step.
struct LocatedValue {
    let value: EncodedValue
    /// The path at that time.
    let place: [Redactor.Path.Step]
    /// The entry before this moment.
    let seq: UInt64
}

/// A step that changes the value.
struct ValueChange {
    /// The last entry of the step that changed it.
    var entry: JournalEntry
    /// The entries of the step: one, or those of a group.
    let step: ClosedRange<UInt64>
    /// nil if there was no value, or is none.
    let before: LocatedValue?
    let after: LocatedValue?
    /// The reasons. ``StepOrigins/complete(_:)`` adds all but the prediction.
    var reasons: [ValueChanges.Reason]
}
