import Reactor
import ReactorRecording

/// Many entries become the state that they lead to.
extension Minimisation {
    /// So many entries are read more easily than a state that somebody else has made.
    private static var fewEntries: Int { 16 }

    /// Puts a state in the place of all entries but the last, of all but the last two, four and so on.
    ///
    /// An attempt like any other: a crash may depend on what the encoding of a state does not hold.
    mutating func foldPrefix() throws {
        guard smallest.entries.count > Self.fewEntries else { return }
        var kept = 1
        while kept < smallest.entries.count, replays < limit {
            if let folded = smallest.folding(allBut: kept, catalog), try tries(folded) {
                hasMadeState = true
                return
            }
            kept *= 2
        }
    }
}

extension RecordingDraft {
    /// The same with the state that all but the last entries lead to in their place; nil where something is pending there,
    /// or a group is open.
    fileprivate func folding<StateType>(allBut kept: Int, _ catalog: EventCatalog<StateType>) -> RecordingDraft? {
        do {
            var replay = try Replay(header, catalog: catalog)
            for entry in entries.dropLast(kept) { try replay.read(.entry(entry)) }
            let record = replay.record()
            guard !replay.isInGroup, record.entries.isEmpty else { return nil }
            // Nothing is pending any more, and the state is written as this build writes it.
            var header = header
            (header.pending, header.schema.state) = ([], catalog.schema.state)
            header.base = try catalog.encode(state: record.base).bytes()
            return RecordingDraft(header: header, entries: entries.suffix(kept))
        } catch {
            return nil
        }
    }

    /// Entries behind another state.
    func beginning(with state: JSON, _ entries: ArraySlice<JournalEntry>) -> RecordingDraft {
        var header = header
        header.base = state.bytes()
        return RecordingDraft(header: header, entries: entries)
    }
}
