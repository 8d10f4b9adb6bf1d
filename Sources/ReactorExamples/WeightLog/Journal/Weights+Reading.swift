import Reactor
import ReactorOffline
import ReactorRecording

extension Weights {
    /// The log of a folder, read while other processes may write to it. Changes that no process has confirmed are not part of
    /// it; changes that wait for the server are.
    ///
    /// - Throws: ``StoreError``.
    init(in folder: DataFolder) throws {
        do {
            // It looks at the whole folder, and so misses what is missing.
            _ = try RecordingReader(path: folder.path)
            let recording = try RecordingFile(of: folder.path)
            var replay = try Replay(of: recording, catalog: Weights.catalog)
            // As the next writer will: no process is left that could confirm them.
            for id in replay.unqueued {
                try replay.read(
                    .entry(JournalEntry(seq: replay.seq + 1, at: recording.header.at, step: .rollback(id))))
            }
            self = replay.state
        } catch let error as JournalError where error.kind == .notJournal {
            self = Weights()
        } catch {
            throw StoreError.from(error)
        }
    }
}

extension Replay {
    /// The predictions that no queue will begin again, in the order of beginning.
    fileprivate var unqueued: [PredictionID] {
        mutating get {
            var queued: Set<PredictionID> = []
            for entry in record().entries {
                guard case .prediction(let id) = entry.owner else { continue }
                if entry.events.all.contains(where: { $0 is ReactorOffline.ChangePredicted }) { queued.insert(id) }
            }
            return pending.filter { !queued.contains($0) }
        }
    }
}

extension RecordingFile {
    /// The last segment of a recording of this program.
    ///
    /// - Throws: ``ReplayError``, also for a recording of another program.
    init(of path: String) throws(ReplayError) {
        self = try RecordingFile(lastSegmentOf: path)
        guard header.app == Weights.app else {
            throw .journal(.otherApp(file: path, found: header.app, expected: Weights.app))
        }
    }
}
