import Reactor
import ReactorRecording

/// How one value of a state came to be what it is: each change of it, and what that was because of.
///
/// It is given every step of a recording from one on with what the value was after it, so it misses no change behind that
/// which goes back and forth; and before that every step once, for what that change was because of.
struct ValueHistory {
    /// What the value was after a step. It is encoded when it is told.
    struct Moment {
        let part: ValuePart
        /// Where it stood then.
        let place: [Redactor.Path.Step]
        /// The entry behind which it was so.
        let seq: UInt64
    }

    /// A step after which the value is another.
    struct Change {
        /// The entry that made it another last. One that a prediction was resolved with has the cause of the prediction.
        let entry: JournalEntry
        /// The entries of the step: one, or those of a group.
        let step: ClosedRange<UInt64>
        /// Nil where there was no value, or is none.
        let before: Moment?
        let after: Moment?
        let reasons: [Reason]
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
    /// The change that put the value there that is there now, and how many were before it; nil when it was there where
    /// looking began.
    private(set) var put: (change: Change, before: Int)?
    /// The changes in order, where all are told.
    private(set) var all: [Change] = []
    private let keepsAll: Bool
    /// The predictions that are open.
    private(set) var begun: [PredictionID: JournalEntry] = [:]
    /// Of each launch the first entry's cause, and which entry that is.
    private var launches: [UInt64: (cause: JournalCause, seq: UInt64)] = [:]
    /// The causes of entries that have none of their own: of the predictions that they resolve or go on.
    private var causes: [UInt64: JournalCause] = [:]

    /// - Parameter keepsAll: whether all changes are kept, and not the last one and the one that put the value there.
    init(keepsAll: Bool) { self.keepsAll = keepsAll }

    /// The entries of a step, as far as they say what others were because of.
    mutating func pass(_ entries: [JournalEntry]) {
        note(entries)
        for entry in entries { forget(entry) }
    }

    /// Goes back to where the value was this and these predictions were open, to be given the steps from there on.
    mutating func look(from now: Moment?, begun: [PredictionID: JournalEntry]) {
        self.now = now
        self.begun = begun
    }

    /// The entries of a step, what the value is after it, and which of them made it another, nil where it is what it was.
    mutating func take(_ entries: [JournalEntry], _ value: Moment?, changedBy index: Int?) {
        note(entries)
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
        for entry in entries { forget(entry) }
    }

    private mutating func note(_ entries: [JournalEntry]) {
        var resolved: JournalCause?
        for entry in entries { note(entry, behind: &resolved) }
    }

    /// - Parameter resolved: the cause of the prediction that was resolved before it in its group: what follows from that
    ///   has no cause of its own either.
    private mutating func note(_ entry: JournalEntry, behind resolved: inout JournalCause?) {
        if case .begin(let id) = entry.step, begun[id] == nil { begun[id] = entry }
        if let id = entry.step.resolved { resolved = begun[id]?.cause }
        if let cause = entry.cause {
            if launches[cause.launch] == nil { launches[cause.launch] = (cause, entry.seq) }
        } else if case .append(let id) = entry.step {
            causes[entry.seq] = begun[id]?.cause
        } else if let resolved {
            causes[entry.seq] = resolved
        }
    }

    private mutating func forget(_ entry: JournalEntry) {
        switch entry.step {
        case .commit(let id), .replace(let id), .rollback(let id): begun[id] = nil
        case .event(let withdrawn): for id in withdrawn { begun[id] = nil }
        default: return
        }
    }

    private func change(to value: Moment?, by index: Int, of entries: [JournalEntry]) -> Change {
        var entry = entries[index]
        var reasons: [Reason] = []
        entry.cause = entry.cause ?? causes[entry.seq]
        if let resolution = entries[...index].last(where: { $0.step.resolved != nil }),
            let begin = resolution.step.resolved.flatMap({ begun[$0] })
        {
            if case .rollback = resolution.step {
                reasons.append(.rolledBack(begin))
            } else if entry.step == resolution.step {
                reasons.append(.answered(begin))
            }
        }
        if case .event(let withdrawn) = entry.step {
            reasons += withdrawn.compactMap { begun[$0] }.map { .rolledBack($0) }
        }
        reasons += self.reasons(of: entry.cause, upTo: entries[entries.count - 1].seq)
        return Change(
            entry: entry, step: entries[0].seq...entries[entries.count - 1].seq, before: now, after: value,
            reasons: reasons)
    }

    /// - Parameter seq: the last entry that counts: later ones may have been noted.
    private func reasons(of cause: JournalCause?, upTo seq: UInt64) -> [Reason] {
        func first(_ launch: UInt64) -> JournalCause? {
            launches[launch].flatMap { $0.seq <= seq ? $0.cause : nil }
        }
        var reasons: [Reason] = []
        // Only the first entry that comes from a command says what its launch was because of.
        var next = cause.map { first($0.launch) ?? $0 }
        // A command cannot have been fired by one that was launched later, so this ends in any recording.
        while let cause = next {
            reasons.append(.launched(cause))
            if let event = cause.event { reasons.append(.reacted(to: event, event <= seq ? causes[event] : nil)) }
            next = cause.parent.flatMap { $0 < cause.launch ? first($0) : nil }
        }
        return reasons
    }
}

extension JournalStep {
    /// The prediction that it makes certain or rolls back.
    fileprivate var resolved: PredictionID? {
        switch self {
        case .commit(let id), .replace(let id), .rollback(let id): id
        default: nil
        }
    }
}
