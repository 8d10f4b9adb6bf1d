public import Reactor

/// The error of a sequence of requests that cannot be carried out. Its description contains the step and a fix.
public struct SequenceError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
    /// The response that a step does not support.
    private var unusable: UnusableAnswer?

    private struct UnusableAnswer: Hashable {
        let step: String
        let reason: String
    }

    private init(_ description: String) { self.description = description }

    /// Creates the error for a response that a step does not support, for a sequence to throw.
    public static func unusableAnswer(step: String, reason: String) -> SequenceError {
        var error = SequenceError(
            "The response to the step \"\(step)\" is not usable: \(reason). Check whether the sequence supports the version of "
                + "the service.")
        error.unusable = UnusableAnswer(step: step, reason: reason)
        return error
    }

    /// Returns this error with another reason why a response is not usable, which can contain a part of the response.
    func masked(_ masked: (String) -> String) -> SequenceError {
        unusable.map { .unusableAnswer(step: $0.step, reason: masked($0.reason)) } ?? self
    }

    /// A stored response is of another step than the sequence has at this position.
    static func otherSequence(expected: String?, found: String) -> SequenceError {
        SequenceError(
            "The record belongs to another sequence: it contains a response to \(found), and this sequence has "
                + "\(expected ?? "no request") there. Give each sequence its own record, or start with an empty record."
        )
    }

    /// A request has a destination that the runner does not have.
    static func unknownDestination(_ name: DestinationName, step: String, known: [DestinationName]) -> SequenceError {
        SequenceError(
            "The step \"\(step)\" names the destination \"\(name)\", which the runner does not have. Pass this destination to the "
                + "runner, or use one of: \(known.map(\.rawValue).sorted().joined(separator: ", ")).")
    }

    /// A request has a whole address, and its destination is a server with a credential.
    static func addressOutsideDestination(_ name: DestinationName, step: String) -> SequenceError {
        SequenceError(
            "The step \"\(step)\" was not sent: it has a whole address, and its destination \"\(name)\" is a server with a "
                + "credential, which must not be sent elsewhere. Use a path, or a destination created with .addresses.")
    }

    /// A request has a path, and its destination has no server.
    static func pathWithoutServer(_ name: DestinationName, step: String) -> SequenceError {
        SequenceError(
            "The step \"\(step)\" has a path, and its destination \"\(name)\" has no server. Use a whole address, or a "
                + "destination created with .server.")
    }

    static func invalidAddress(_ name: DestinationName, step: String) -> SequenceError {
        SequenceError(
            "The address of the step \"\(step)\" at the destination \"\(name)\" is neither http nor https. Check the response "
                + "that the address was read from.")
    }

    /// A step was refused as expired more often than the runner's limit of restarts.
    static func restartedTooOften(step: String, limit: Int) -> SequenceError {
        SequenceError(
            "The step \"\(step)\" was refused as expired, and the sequence was restarted \(limit) times already. Check the clocks "
                + "of both sides, or make the step faster.")
    }

    /// A file has changed since the sequence first named it.
    static func changedFile(path: String, step: String) -> SequenceError {
        SequenceError(
            "The file \"\(TerminalText.escaped(path))\" of the step \"\(step)\" was not sent because its size or its date has "
                + "changed since the sequence started. Start the sequence again with the current file.")
    }
}

extension SequenceError: ExplainedError {
    public var explanation: UserMessage { .failed }
}
