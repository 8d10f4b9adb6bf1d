import Reactor
import ReactorRecording
import ReactorTerminal

/// The recording of an editing session, as it is read from a file: what is torn off is reported as damage, and reading ends
/// with the task that it is done for.
struct SessionRecording: RecordingSource {
    let path: String
    let header: JournalHeader
    private let progress: @Sendable (RecordingReader.Progress) -> Void

    /// - Parameter progress: called now and then with how much was read.
    /// - Throws: ``UnreadableRecording`` when there is no recording, or one of another program.
    init(
        _ path: String, progress: @escaping @Sendable (RecordingReader.Progress) -> Void = { _ in }
    ) throws(UnreadableRecording) {
        do {
            header = try RecordingFile(path: path).header
        } catch {
            throw UnreadableRecording(error: error)
        }
        guard header.app == Document.app else {
            let error = JournalError.otherApp(file: path, found: header.app, expected: Document.app)
            throw UnreadableRecording(error: .journal(error))
        }
        self.path = path
        self.progress = progress
    }

    /// Ends early when the task is cancelled.
    func lines(after seq: UInt64) throws(ReplayError) -> RecordingLines {
        var reader = try Self.reading(path) { try RecordingReader(path: path, onProgress: progress) }
        var isFirst = true
        return RecordingLines { () throws(ReplayError) in
            while !Task.isCancelled {
                let line = try Self.reading(path) {
                    let line = try reader.next()
                    if line == nil, let torn = reader.torn { throw JournalError.damaged(torn) }
                    return line
                }
                guard let line else { return nil }
                defer { isFirst = false }
                if !isFirst, line.isWanted(behind: seq) { return line }
            }
            return nil
        }
    }

    private static func reading<Value>(_ path: String, _ read: () throws -> Value) throws(ReplayError) -> Value {
        do {
            return try read()
        } catch let error as JournalError {
            throw .journal(error)
        } catch {
            throw .journal(.notJournal(path: path))
        }
    }
}

extension JournalLine {
    /// Whether somebody who has read up to an entry wants the line.
    fileprivate func isWanted(behind seq: UInt64) -> Bool {
        switch self {
        case .entry(let entry): entry.seq > seq
        case .check(let check): check.seq >= seq
        case .header(let header): header.from >= seq
        }
    }
}

extension RecordingReader.Progress {
    /// `12 of 1,024 MB read`
    var text: String { "\(bytes.megabytes) of \(total.megabytes) MB read" }
}

extension UInt64 {
    fileprivate var megabytes: String { Int(self / 1_000_000).grouped }
}

/// A session that was played and recorded.
struct RecordedSession {
    var playing: Playing
    /// The one file of the recording.
    var file: String
    var entries: Int
}

/// Plays a trace event by event through a core that is recorded, in one file.
///
/// - Parameters:
///   - folder: where the recording is made, a folder in which nothing is.
///   - report: called now and then with how many events are done.
/// - Throws: `CancellationError`, ``IncompleteRecording``, and `JournalError` when it cannot even be begun.
func record(_ trace: Trace, in folder: String, report: (Int) -> Void) async throws -> RecordedSession {
    let losses = Locked<[JournalReport]>([])
    let opened = try await Core.open(
        journal: folder, initial: Document(trace.start), catalog: Document.catalog,
        configuration: JournalConfiguration(
            app: Document.app, durability: .process,
            rotation: Rotation(bytes: .max, entries: .max, keeping: nil),
            report: { report in losses.withLock { $0.append(report) } }))
    let playing: Playing
    do {
        playing = try await play(
            trace, through: opened.core, text: \.text, length: \.text.count, report: report, afterEach: { _ in })
    } catch {
        // The playing ended early, and that is what the caller gets.
        try? await opened.journal.close()
        throw error
    }
    do {
        try await opened.journal.close()
    } catch let error as JournalError {
        guard let reason = error.reason else { throw error }
        throw IncompleteRecording(reason: reason)
    }
    if let loss = losses.withLock({ $0.first(where: \.isLoss) }) { throw IncompleteRecording(reason: "\(loss)") }
    return RecordedSession(
        playing: playing, file: "\(folder)/segment-000001.jsonl", entries: Int(opened.journal.lastSeq))
}

extension JournalReport {
    /// Whether something is missing in the recording.
    fileprivate var isLoss: Bool {
        switch self {
        case .ended, .gap, .stateNotEncoded: true
        case .large, .withoutFlightRecorder: false
        }
    }
}
