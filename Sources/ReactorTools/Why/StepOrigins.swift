import Reactor
import ReactorRecording

/// What the entries of a recording were because of: given each step once, in order.
struct StepOrigins {
    private(set) var open = OpenPredictions()
    /// Of each launch the first entry's cause, and which entry that is.
    private var launches: [UInt64: (cause: JournalCause, seq: UInt64)] = [:]
    /// The causes of entries that have none of their own: of the predictions that they resolve or go on.
    private var causes: [UInt64: JournalCause] = [:]

    /// The entries of a step.
    mutating func pass(_ entries: [JournalEntry]) {
        open.begin(entries)
        // What follows from a resolution has no cause of its own either, and stands in its group.
        var resolved: JournalCause?
        for entry in entries {
            if let id = entry.step.resolved { resolved = open[id]?.cause }
            if let cause = entry.cause {
                if launches[cause.launch] == nil { launches[cause.launch] = (cause, entry.seq) }
            } else if case .append(let id) = entry.step {
                causes[entry.seq] = open[id]?.cause
            } else if let resolved {
                causes[entry.seq] = resolved
            }
        }
        open.end(entries)
    }

    /// The same change with its cause, where it has that of a prediction, and with the commands and events that led to it.
    func complete(_ change: ValueChanges.Change) -> ValueChanges.Change {
        var change = change
        change.entry.cause = change.entry.cause ?? causes[change.entry.seq]
        change.reasons += reasons(of: change.entry.cause, upTo: change.step.upperBound)
        return change
    }

    /// - Parameter seq: the last entry that counts: later ones may have been noted.
    private func reasons(of cause: JournalCause?, upTo seq: UInt64) -> [ValueChanges.Reason] {
        func first(_ launch: UInt64) -> JournalCause? {
            launches[launch].flatMap { $0.seq <= seq ? $0.cause : nil }
        }
        var reasons: [ValueChanges.Reason] = []
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
