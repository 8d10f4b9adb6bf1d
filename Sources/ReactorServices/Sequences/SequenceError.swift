public import Reactor

/// Why a sequence cannot be carried out as it is described. Its description says what, where, and what to do.
public struct SequenceError: Error, Hashable, Sendable, CustomStringConvertible {
    enum Problem: Hashable, Sendable {
        /// A stored answer is of a step that this sequence does not have there.
        case otherSequence(expected: String?, found: String)
        /// A request names a destination that the runner was not given.
        case unknownDestination(DestinationName, step: String, known: [DestinationName])
        /// A request names a full address, and its destination is a server with a credential.
        case addressOutsideDestination(DestinationName, step: String)
        /// A request names a path, and its destination has no address of its own.
        case pathWithoutServer(DestinationName, step: String)
        /// A request names an address that is none.
        case invalidAddress(DestinationName, step: String)
        /// A step was refused as expired more often than the runner begins again.
        case restartedTooOften(step: String, limit: Int)
        /// An answer has no body, or one that is not what the step needs.
        case unusableAnswer(step: String, reason: String)
        /// A file is not what it was when the sequence first named it.
        case changedFile(path: String, step: String)
    }

    let problem: Problem

    init(_ problem: Problem) { self.problem = problem }

    /// An answer that is not what the step needs, as a sequence throws it.
    public static func unusableAnswer(step: String, reason: String) -> SequenceError {
        SequenceError(.unusableAnswer(step: step, reason: reason))
    }

    /// This error, with what is said of an answer in other words.
    func masked(_ masked: (String) -> String) -> SequenceError {
        guard case .unusableAnswer(let step, let reason) = problem else { return self }
        return .unusableAnswer(step: step, reason: masked(reason))
    }

    public var description: String { Errors.sequence(self) }
}

extension SequenceError: ExplainedError {
    public var explanation: UserMessage { .failed }
}
