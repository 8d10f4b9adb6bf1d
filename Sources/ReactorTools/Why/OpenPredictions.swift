import Reactor
import ReactorRecording

/// The predictions that are open behind an entry, each with the entry that began it.
struct OpenPredictions {
    private var begun: [PredictionID: JournalEntry] = [:]

    subscript(id: PredictionID) -> JournalEntry? { begun[id] }

    /// Those that begin in a step.
    mutating func begin(_ entries: [JournalEntry]) {
        for entry in entries { if case .begin(let id) = entry.step, begun[id] == nil { begun[id] = entry } }
    }

    /// Without those that end in a step.
    mutating func end(_ entries: [JournalEntry]) {
        for entry in entries {
            if let id = entry.step.resolved { begun[id] = nil }
            if case .event(let withdrawn) = entry.step { for id in withdrawn { begun[id] = nil } }
        }
    }
}

extension JournalStep {
    /// The prediction that it makes certain or rolls back.
    var resolved: PredictionID? {
        switch self {
        case .commit(let id), .replace(let id), .rollback(let id): id
        default: nil
        }
    }
}
