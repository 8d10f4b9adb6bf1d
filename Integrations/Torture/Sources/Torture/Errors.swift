/// An error that prevents a history from being played.
package enum TortureError: Error, Equatable, CustomStringConvertible {
    /// A line of a history is not valid.
    case history(line: Int, reason: String)
    /// A client has sent something else than a reply, or nothing. The step is counted from 1; 0 is the beginning, nil is after
    /// the last step.
    case client(message: String, step: Int?, reason: String)
    /// A client sends further requests although nothing happens any more.
    case restless(messages: Int, step: Int?)
    /// A line that a served client received is not a message.
    case protocolLine(line: Int, reason: String)

    package var description: String {
        switch self {
        case .history(let line, let reason): "line \(line): \(reason)"
        case .client(let message, let step, let reason): "\(Self.place(step)): \(reason); the message was \(message)"
        case .restless(let messages, let step):
            "\(Self.place(step)): the client goes on asking after \(messages) messages, although nothing happens any more"
        case .protocolLine(let line, let reason): "standard input, line \(line): \(reason)"
        }
    }

    private static func place(_ step: Int?) -> String {
        switch step {
        case 0: "at the beginning"
        case let step?: "at step \(step)"
        case nil: "after the last step"
        }
    }
}

/// A history that could not be played to its end.
package struct Unplayable: Error, Equatable, CustomStringConvertible {
    package var level: Level
    package var seed: UInt64
    package var error: TortureError

    package var description: String { "level \(level.rawValue), seed \(seed), \(error)" }
}
