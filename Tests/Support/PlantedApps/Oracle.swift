internal import Reactor
package import ReactorRecording
package import ExamplePatterns
package import ExampleWeightLogCore

/// Computes the differences that must be found, without the code under test: it uses no digests and no workers, and compares
/// only whole states.
package enum Oracle {
    /// Whether a session reaches a different state anywhere, ends the program, or breaks an invariant, with the bug of this
    /// process.
    package static func isChanged<App: PlantableState>(_ draft: RecordingDraft, _ app: App.Type) throws -> Bool {
        let number = Planting.number
        defer { (Planting.number, Planting.notesCrashes) = (number, false) }
        Planting.notesCrashes = true
        Planting.hasCrashed = false
        var right = try Replay(draft.header, catalog: App.ownCatalog)
        var wrong = try Replay(draft.header, catalog: Planted<App>.catalog)
        for entry in draft.entries {
            try right.read(.entry(entry))
            try wrong.read(.entry(entry))
            if right.isInGroup { continue }
            if try right.json().canonical != wrong.json().canonical { return true }
            // After a rollback the log is replayed when the state is read: after the last entry, nothing else detects it.
            if Planting.hasCrashed { return true }
            if App.ownInvariants.contains(where: { !$0.holds(right.state) }) { return true }
        }
        return false
    }
}

extension RecordingDraft {
    /// The file with a digest after every N entries, like that of a journal; there is none at the end.
    package func bytes<App: PlantableState>(digestsEvery count: Int, _ app: App.Type) throws -> [UInt8] {
        var writer = LineWriter()
        writer.write(header)
        var replay = try Replay(header, catalog: App.ownCatalog)
        for (index, entry) in entries.enumerated() {
            try replay.read(.entry(entry))
            writer.write(entry)
            if (index + 1).isMultiple(of: count), !replay.isInGroup {
                let digest = try replay.json().digest
                writer.write(JournalCheck(seq: replay.seq, digest: digest, synced: replay.seq))
            }
        }
        return writer.bytes
    }
}

// Under names that a written test can use without the modules of the apps.
package typealias PlantedWeights = Planted<Weights>
package typealias PlantedTodoApp = Planted<TodoApp>
