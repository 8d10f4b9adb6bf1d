import Reactor
import ReactorOffline
import ReactorRecording

extension Weights {
    /// Reads the log of a folder while other processes may write to it. The result contains the changes that wait for
    /// the server, and no other unconfirmed changes.
    ///
    /// - Throws: ``StoreError``.
    init(in folder: DataFolder) throws {
        do {
            // This reader opens the whole folder, and throws an error if a segment is missing at its end.
            _ = try RecordingReader(path: folder.path)
            let recording = try RecordingFile(of: folder.path)
            var replay = try Replay(of: recording, catalog: Weights.catalog)
            // The next writer rolls these predictions back too, because no process can confirm them any longer.
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
    /// The predictions that no queue begins again, in the order in which they began.
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
    /// - Throws: ``ReplayError``, also if the recording belongs to another program.
    init(of path: String) throws(ReplayError) {
        self = try RecordingFile(lastSegmentOf: path)
        guard header.app == Weights.app else {
            throw .journal(.otherApp(file: path, found: header.app, expected: Weights.app))
        }
    }
}
