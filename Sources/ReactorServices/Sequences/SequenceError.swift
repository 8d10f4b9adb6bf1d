public import Reactor

/// The error of a sequence of requests that cannot be carried out. Its description contains the step and a fix.
public struct SequenceError: Error, Hashable, Sendable, CustomStringConvertible {
    enum Problem: Hashable, Sendable {
        /// A stored response is of another step than the sequence has at this position.
        case otherSequence(expected: String?, found: String)
        /// A request has a destination that the runner does not have.
        case unknownDestination(DestinationName, step: String, known: [DestinationName])
        /// A request has a whole address, and its destination is a server with a credential.
        case addressOutsideDestination(DestinationName, step: String)
        /// A request has a path, and its destination has no server.
        case pathWithoutServer(DestinationName, step: String)
        case invalidAddress(DestinationName, step: String)
        /// A step was refused as expired more often than the runner's limit of restarts.
        case restartedTooOften(step: String, limit: Int)
        /// A response has no body, or a body that the step does not support.
        case unusableAnswer(step: String, reason: String)
        /// A file has changed since the sequence first named it.
        case changedFile(path: String, step: String)
    }

    let problem: Problem

    init(_ problem: Problem) { self.problem = problem }

    /// Creates the error for a response that a step does not support, for a sequence to throw.
    public static func unusableAnswer(step: String, reason: String) -> SequenceError {
        SequenceError(.unusableAnswer(step: step, reason: reason))
    }

    func masked(_ masked: (String) -> String) -> SequenceError {
        guard case .unusableAnswer(let step, let reason) = problem else { return self }
        return .unusableAnswer(step: step, reason: masked(reason))
    }

    public var description: String {
        switch problem {
        case .otherSequence(let expected, let found):
            "The record belongs to another sequence: it contains a response to \(found), and this sequence has "
                + "\(expected ?? "no request") there. Give each sequence its own record, or start with an empty record."
        case .unknownDestination(let name, let step, let known):
            "The step \"\(step)\" names the destination \"\(name)\", which the runner does not have. Pass this destination to the "
                + "runner, or use one of: \(known.map(\.rawValue).sorted().joined(separator: ", "))."
        case .addressOutsideDestination(let name, let step):
            "The step \"\(step)\" was not sent: it has a whole address, and its destination \"\(name)\" is a server with a "
                + "credential, which must not be sent elsewhere. Use a path, or a destination created with .addresses."
        case .pathWithoutServer(let name, let step):
            "The step \"\(step)\" has a path, and its destination \"\(name)\" has no server. Use a whole address, or a "
                + "destination created with .server."
        case .invalidAddress(let name, let step):
            "The address of the step \"\(step)\" at the destination \"\(name)\" is neither http nor https. Check the response "
                + "that the address was read from."
        case .restartedTooOften(let step, let limit):
            "The step \"\(step)\" was refused as expired, and the sequence was restarted \(limit) times already. Check the clocks "
                + "of both sides, or make the step faster."
        case .unusableAnswer(let step, let reason):
            "The response to the step \"\(step)\" is not usable: \(reason). Check whether the sequence supports the version of "
                + "the service."
        case .changedFile(let path, let step):
            "The file \"\(TerminalText.escaped(path))\" of the step \"\(step)\" was not sent because its size or its date has "
                + "changed since the sequence started. Start the sequence again with the current file."
        }
    }
}

extension SequenceError: ExplainedError {
    public var explanation: UserMessage { .failed }
}
