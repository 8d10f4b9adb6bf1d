import Reactor
import ReactorRecording

/// The changes of one value of a state from an entry on: given every step with what the value was after it, so that none is
/// missed that goes back and forth.
struct ValueChanges {
    /// The value after a step.
    struct Moment {
        let value: EncodedValue
        /// Where it stood then.
        let place: [Redactor.Path.Step]
        /// The entry behind which it was so.
        let seq: UInt64
    }

    /// A step after which the value is another.
    struct Change {
        /// The entry that made it another last.
        var entry: JournalEntry
        /// The entries of the step: one, or those of a group.
        let step: ClosedRange<UInt64>
        /// Nil where there was no value, or is none.
        let before: Moment?
        let after: Moment?
        /// What is told of it is ``StepOrigins/complete(_:)``: before that it is the prediction alone.
        var reasons: [Reason]
    }

    /// What a step came from.
    enum Reason {
        /// It is the answer to what this entry predicted.
        case answered(JournalEntry)
        /// What this entry predicted was rolled back.
        case rolledBack(JournalEntry)
        /// A command fired it, which was fired there.
        case launched(JournalCause)
        /// A reaction answered the event of this entry with that command; and what made the entry, where a prediction says
        /// it in its place.
        case reacted(to: UInt64, JournalCause?)
    }

    /// What the value is after the last step.
    private(set) var now: Moment?
    /// How many changes there were.
    private(set) var count = 0
    private(set) var last: Change?
    /// The change that put the value there that is there now, and how many were before it; nil when it was there before the
    /// first step.
    private(set) var put: (change: Change, before: Int)?
    /// The changes in order, where all are told.
    private(set) var all: [Change] = []
    private let keepsAll: Bool
    private var open: OpenPredictions

    /// - Parameters:
    ///   - now: what the value is before the first step.
    ///   - open: the predictions that are open then.
    ///   - keepsAll: whether all changes are kept, and not the last one and the one that put the value there.
    init(from now: Moment?, _ open: OpenPredictions, keepsAll: Bool) {
        self.now = now
        self.open = open
        self.keepsAll = keepsAll
    }

    /// The entries of a step, what the value is after it, and which of them made it another, nil where it is what it was.
    mutating func take(_ entries: [JournalEntry], _ value: Moment?, changedBy index: Int?) {
        open.begin(entries)
        if let index {
            let change = change(to: value, by: index, of: entries)
            if now == nil { put = (change, count) }
            if value == nil { put = nil }
            count += 1
            last = change
            if keepsAll { all.append(change) }
        }
        // The value of this step is kept in any case: what the next one shares with it needs no look.
        now = value
        open.end(entries)
    }

    private func change(to value: Moment?, by index: Int, of entries: [JournalEntry]) -> Change {
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
        return Change(
            entry: entry, step: entries[0].seq...entries[entries.count - 1].seq, before: now, after: value,
            reasons: reasons)
    }
}
