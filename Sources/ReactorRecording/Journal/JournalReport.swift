import Reactor

/// What a journal reports while it writes.
public enum JournalReport: Hashable, Sendable {
    /// The recording ended; the core goes on unrecorded. Reported once.
    case ended(JournalError)
    /// An entry is larger than is good.
    case large(event: String, seq: UInt64, bytes: Int, limit: Int)
    /// An event is recorded by its name alone.
    case gap(event: String, seq: UInt64, gap: RecordedEvent.Gap, reason: String?)
    /// A state did not encode where one was wanted.
    case stateNotEncoded(seq: UInt64, reason: String)
    /// There is no flight recorder: its file could not be made. The journal and its core go on without it.
    case withoutFlightRecorder(JournalError)

    /// Prints it to standard error: the default.
    public static let print: @Sendable (JournalReport) -> Void = { StandardError.write("Reactor: \($0)\n") }
}

extension JournalReport: CustomStringConvertible {
    public var description: String {
        switch self {
        case .ended(let error): error.description
        case .large(let event, let seq, let bytes, let limit): Errors.large(event, seq: seq, bytes: bytes, limit: limit)
        case .gap(let event, let seq, let gap, let reason): Errors.gap(event, seq: seq, gap: gap, reason: reason)
        case .stateNotEncoded(let seq, let reason): Errors.stateNotEncoded(seq: seq, reason: reason)
        case .withoutFlightRecorder(let error): Errors.withoutFlightRecorder("\(error)")
        }
    }
}
