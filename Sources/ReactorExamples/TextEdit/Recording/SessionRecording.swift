import ReactorRecording
import Terminal

/// The recording of an editing session, as it is read from a file: what is torn off is told as damage, and reading ends
/// with the task that it is done for.
struct SessionRecording: RecordingSource {
    let path: String
    let header: JournalHeader
    private let progress: @Sendable (RecordingReader.Progress) -> Void

    /// - Parameter progress: told now and then how much was read.
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
