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
            if let id = entry.step.resolved { begun[id] = nil }
            if case .event(let withdrawn) = entry.step { for id in withdrawn { begun[id] = nil } }
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
}
