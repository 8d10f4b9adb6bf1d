import ReactorRecording
import ReactorTerminal

/// Where in a recording somebody wants to go.
enum Destination: Equatable {
    case entry(UInt64)
    /// So many entries before the end.
    case beforeEnd(UInt64)

    /// Reads `12`, `end` or `-12`.
    ///
    /// - Throws: `UsageError`
    init(_ text: String, of option: Option) throws(UsageError) {
        if text == "end" {
            self = .beforeEnd(0)
        } else if text.hasPrefix("-"), let count = UInt64(text.dropFirst()) {
            self = .beforeEnd(count)
        } else if let seq = UInt64(text) {
            self = .entry(seq)
        } else {
            throw .invalidValue(text, of: option.name, expected: "the number of an entry, 'end', or -N before the end")
        }
    }

    /// The number of the entry.
    ///
    /// - Throws: ``UnreadableRecording`` when it is not known how far the recording goes, or it does not go so far.
    func seq<StateType, Source>(in playback: Playback<StateType, Source>) throws(UnreadableRecording) -> UInt64 {
        switch self {
        case .entry(let seq):
            if seq > playback.last, let obstacle = playback.obstacle { throw UnreadableRecording(error: obstacle) }
            return seq
        case .beforeEnd(let count):
            if let obstacle = playback.obstacle { throw UnreadableRecording(error: obstacle) }
            return count > playback.last - playback.first ? playback.first : playback.last - count
        }
    }
}

extension Trace {
    /// Reads the trace in a file, or from standard input when the path is `-`.
    ///
    /// - Throws: ``TraceError``, `InputError`, `CancellationError`.
    init(file path: String) throws {
        let json = try Input.bytes(path)
        do throws(TraceProblem) {
            try self.init(json: json)
        } catch {
            throw TraceError(file: path, problem: error)
        }
    }
}
