import Reactor
import ReactorOffline
import ReactorRecording

/// The log of a folder, read while other processes may write to it.
struct KeptWeights {
    /// What is certain.
    let state: Weights
    /// The number of unconfirmed changes when the journal ended, or of those that are in progress in another
    /// process. They are not part of the state; changes that wait for the server are.
    let unconfirmed: Int

    /// - Throws: ``StoreError``.
    init(in folder: DataFolder) throws {
        do {
            // It looks at the whole folder, and so misses what is missing.
            _ = try RecordingReader(path: folder.path)
        } catch let error as JournalError where error.kind == .notJournal {
            state = Weights()
            unconfirmed = 0
            return
        } catch {
            throw StoreError.from(error)
        }
        do {
            let recording = try RecordingFile(lastSegmentOf: folder.path).ofThisProgram(folder.path)
            var replay = try Replay(of: recording, catalog: Weights.catalog)
            let pending = replay.unqueued
            // As the next writer will: nobody is left who could confirm them.
            for id in pending {
                try replay.read(
                    .entry(JournalEntry(seq: replay.seq + 1, at: recording.header.at, step: .rollback(id))))
            }
            state = replay.state
            unconfirmed = pending.count
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
    /// A recording of this program.
    ///
    /// - Throws: ``ReplayError``, also for a recording of another program.
    init(of path: String) throws(ReplayError) { self = try RecordingFile(path: path).ofThisProgram(path) }

    /// - Throws: ``ReplayError`` for a recording of another program.
    fileprivate func ofThisProgram(_ path: String) throws(ReplayError) -> RecordingFile {
        guard header.app == Weights.app else {
            throw .journal(.otherApp(file: path, found: header.app, expected: Weights.app))
        }
        return self
    }
}
