import Reactor
import ReactorRecording

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
