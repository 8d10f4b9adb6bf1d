import Reactor
import ReactorRecording

/// Runs of events become what the app says does the same.
extension Minimisation {
    mutating func squashRuns() throws {
        guard squash != nil else { return }
        var size = smallest.entries.count - 1
        while size > 1 {
            try squashRuns(of: size)
            size = min(size / 2, smallest.entries.count - 1)
        }
    }

    /// One fold of the recording: it goes on behind each run, squashed or not.
    private mutating func squashRuns(of size: Int) throws {
        guard let squash, smallest.isPlain, var replay = try? Replay(smallest.header, catalog: catalog) else { return }
        var start = 0
        // The last entry is the one that is looked for.
        while start + 1 < smallest.entries.count - 1, replays < limit {
            let end = min(start + size, smallest.entries.count - 1)
            let run = smallest.entries[start..<end]
            var after = replay
            let events = run.compactMap { $0.event.flatMap { try? catalog.decode($0) } }
            guard (try? run.forEach { try after.read(.entry($0)) }) != nil else { return }
            let fewer = squash(events, replay.state, after.state)
            let recorded = fewer.compactMap { try? catalog.encode($0) }
            var entries = recorded.map { JournalEntry(seq: run[start].seq, at: run[start].at, event: $0) }
            if recorded.count == fewer.count, recorded.count < run.count,
                try tries(smallest.replacing(start..<end, with: entries))
            {
                entries = Array(smallest.entries.dropFirst(start).prefix(recorded.count))
                guard (try? entries.forEach { try replay.read(.entry($0)) }) != nil else { return }
                start += recorded.count
            } else {
                replay = after
                start = end
            }
        }
    }
}

extension RecordingDraft {
    /// Whether it is certain events one by one and nothing else.
    var isPlain: Bool {
        header.pending.isEmpty && entries.allSatisfy { $0.step == .event() && $0.group == nil && $0.event != nil }
    }
}
