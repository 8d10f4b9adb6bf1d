import Reactor
import ReactorRecording

/// The causes of the entries in a recording, from each step in order.
struct StepOrigins {
    private(set) var open = OpenPredictions()
    /// The cause in the first entry of each launch, and the number of this entry.
    private var launches: [UInt64: (cause: JournalCause, seq: UInt64)] = [:]
    /// The causes of entries without their own cause, from the predictions that they resolve or extend.
    private var causes: [UInt64: JournalCause] = [:]

    /// Adds the entries of a step.
    mutating func pass(_ entries: [JournalEntry]) {
        open.begin(entries)
        // The consequences of a resolution have no cause either, and are in its group.
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

    /// Returns the change with its cause, also from a prediction, and with the commands and events that led to it.
    func complete(_ change: ValueChange) -> ValueChange {
        var change = change
        change.entry.cause = change.entry.cause ?? causes[change.entry.seq]
        change.reasons += reasons(of: change.entry.cause, upTo: change.step.upperBound)
        return change
    }

    /// - Parameter seq: The last entry to consider, because later ones may already be known.
    private func reasons(of cause: JournalCause?, upTo seq: UInt64) -> [ValueChanges.Reason] {
        func first(_ launch: UInt64) -> JournalCause? {
            launches[launch].flatMap { $0.seq <= seq ? $0.cause : nil }
        }
        var reasons: [ValueChanges.Reason] = []
        // Only the first entry of a command contains the cause of its launch.
        var next = cause.map { first($0.launch) ?? $0 }
        // A command cannot be fired by one that was launched later, so this ends for any recording.
        while let cause = next {
            reasons.append(.launched(cause))
            if let event = cause.event { reasons.append(.reacted(to: event, event <= seq ? causes[event] : nil)) }
            next = cause.parent.flatMap { $0 < cause.launch ? first($0) : nil }
        }
        return reasons
    }
}

/// The open predictions after an entry, each with the entry that began it.
struct OpenPredictions {
    private var begun: [PredictionID: JournalEntry] = [:]

    subscript(id: PredictionID) -> JournalEntry? { begun[id] }

    /// Adds the predictions that begin in a step.
    mutating func begin(_ entries: [JournalEntry]) {
        for entry in entries { if case .begin(let id) = entry.step, begun[id] == nil { begun[id] = entry } }
    }

    /// Removes the predictions that end in a step.
    mutating func end(_ entries: [JournalEntry]) {
        for entry in entries {
            for id in entry.step.ended { begun[id] = nil }
        }
    }
}

extension JournalStep {
    /// The prediction that it confirms or rolls back.
    var resolved: PredictionID? {
        switch self {
        case .commit(let id), .replace(let id), .rollback(let id): id
        default: nil
        }
    }

    /// The predictions that are not pending after it.
    var ended: [PredictionID] {
        if case .event(let withdrawing) = self { withdrawing } else { resolved.map { [$0] } ?? [] }
    }
}
