import Reactor
import ReactorRecording
import Terminal

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
///   - report: told now and then how many events are done.
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
        // The playing ended early, and that is what the caller is told.
        try? await opened.journal.close()
        throw error
    }
    do {
        try await opened.journal.close()
    } catch JournalError.ended(_, let reason) {
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
        case .large: false
        }
    }
}
