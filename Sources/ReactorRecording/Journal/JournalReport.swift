import Reactor

/// A report of a journal.
public enum JournalReport: Hashable, Sendable {
    /// The recording ended, and the core continues without it. Reported once.
    case ended(JournalError)
    /// An entry is larger than the warning limit.
    case large(event: String, seq: UInt64, bytes: Int, limit: Int)
    /// An event is recorded only by its name.
    case gap(event: String, seq: UInt64, gap: RecordedEvent.Gap, reason: String?)
    /// A state failed to encode.
    case stateNotEncoded(seq: UInt64, reason: String)
    /// The file of the flight recorder could not be created. The journal and its core continue without it.
    case withoutFlightRecorder(JournalError)

    /// The default receiver, which prints to standard error.
    public static let print: @Sendable (JournalReport) -> Void = { StandardError.write("Reactor: \($0)\n") }
}

extension JournalReport: CustomStringConvertible {
    public var description: String {
        switch self {
        case .ended(let error): error.description
        case .large(let event, let seq, let bytes, let limit):
            "\(event) (entry \(seq)) has \(bytes) bytes, more than \(limit). Store large data in a file, and put its name into the event."
        case .gap(let event, let seq, let gap, let reason):
            "\(event) (entry \(seq)) \(gap.consequence)\(reason.map { ": \($0)" } ?? "")\(gap.fix)"
        case .stateNotEncoded(let seq, let reason):
            "The state after entry \(seq) did not encode: \(reason) The journal has no digest there, and no segment begins there."
        case .withoutFlightRecorder(let error):
            "The journal has no flight recorder, so the last events before a crash may be missing from the recording: \(error)"
        }
    }
}

extension RecordedEvent.Gap {
    fileprivate var consequence: String {
        switch self {
        case .redacted: "was recorded without its secrets"
        case .unregistered: "is not listed in the catalog, so only its name was recorded"
        case .unencodable: "did not encode, so only its name was recorded"
        case .oversized: "is longer than the limit of a line, so only its name was recorded"
        }
    }

    fileprivate var fix: String {
        switch self {
        case .redacted: "."
        case .unregistered: ". List it in the catalog. This recording cannot be replayed past the entry."
        case .unencodable: ". Make it encodable. This recording cannot be replayed past the entry."
        case .oversized: ". Store large data in a file, and put its name into the event."
        }
    }
}
