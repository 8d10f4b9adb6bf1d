import Reactor
import ReactorRecording

/// How one value of a state came to be what it is: each change of it, and what that was because of.
///
/// It is given every step of a recording with what the value was after it, so it misses no change that goes back and forth.
struct ValueHistory {
    /// A step after which the value is another.
    struct Change {
        /// The entries of the step: one, or those of a group.
        let entries: [JournalEntry]
        /// Nil where there was no value, or is none.
        let before: JSON?
        let after: JSON?
        let reasons: [Reason]

        /// The entry that it is named by: one that came with an event, before one that ends a prediction.
        var entry: JournalEntry { entries.last { $0.event != nil } ?? entries[entries.count - 1] }
    }

    /// What a step came from.
    enum Reason {
        /// It is the answer to what this entry predicted.
        case answered(JournalEntry)
        /// What this entry predicted was rolled back.
        case rolledBack(JournalEntry)
        /// A command fired it, which was fired there.
        case launched(JournalCause)
        /// A reaction answered the event of this entry with that command.
        case reacted(to: UInt64)
    }

    /// What the value is after the last step, and what of that is shown: without its secrets.
    private(set) var value: JSON?
    private(set) var shown: JSON?
    /// The changes, in order.
    private(set) var changes: [Change] = []
    private var begun: [PredictionID: JournalEntry] = [:]
    private var launches: [UInt64: JournalCause] = [:]

    /// - Parameter value: what it is where the recording begins.
    init(from value: JSON?, shown: JSON?) {
        self.value = value
        self.shown = shown
    }

    /// The entries of a step, what the value is after it, and what of that is shown.
    mutating func take(_ entries: [JournalEntry], _ value: JSON?, shown: () -> JSON?) {
        for entry in entries { note(entry) }
        if value != self.value {
            let (before, after) = (self.shown, shown())
            changes.append(
                Change(entries: entries, before: before, after: after, reasons: entries.flatMap(reasons(of:))))
            self.value = value
            self.shown = after
        }
        for entry in entries { forget(entry) }
    }

    /// The change that put the value there that is there now; nil when it was there from the beginning.
    var put: Int? {
        value == nil ? nil : changes.lastIndex { $0.before == nil }
    }

    private mutating func note(_ entry: JournalEntry) {
        if case .begin(let id) = entry.step, begun[id] == nil { begun[id] = entry }
        if let cause = entry.cause, launches[cause.launch] == nil { launches[cause.launch] = cause }
    }

    private mutating func forget(_ entry: JournalEntry) {
        switch entry.step {
        case .commit(let id), .replace(let id), .rollback(let id): begun[id] = nil
        case .event(let withdrawn): for id in withdrawn { begun[id] = nil }
        default: return
        }
    }

    private func reasons(of entry: JournalEntry) -> [Reason] {
        var reasons: [Reason] = []
        switch entry.step {
        case .commit(let id), .replace(let id): reasons += begun[id].map { [.answered($0)] } ?? []
        case .rollback(let id): reasons += begun[id].map { [.rolledBack($0)] } ?? []
        case .event(let withdrawn): reasons += withdrawn.compactMap { begun[$0] }.map { .rolledBack($0) }
        default: break
        }
        // Only the first entry that comes from a command says what its launch was because of.
        var next = entry.cause.map { launches[$0.launch] ?? $0 }
        // A command cannot have been fired by one that was launched later, so this ends in any recording.
        while let cause = next {
            reasons.append(.launched(cause))
            if let event = cause.event { reasons.append(.reacted(to: event)) }
            next = cause.parent.flatMap { $0 < cause.launch ? launches[$0] : nil }
        }
        return reasons
    }
}
