/// How a command ended. Every command ends once, with one of these.
public enum CommandOutcome: Sendable {
    /// `execute` returned.
    case finished
    /// The last attempt threw, or the time for all attempts was up.
    case failed(any Error)
    /// It was cancelled: by its handle, its id, its scope, a newer one, or the closing of its core.
    case cancelled
    /// Its policy refused it, a newer one took its place, the command it was fired from was over, or its core was closed
    /// or released while it waited.
    case dropped
}

extension CommandOutcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .finished: "finished"
        case .failed(let error): "failed: \(error)"
        case .cancelled: "cancelled"
        case .dropped: "dropped"
        }
    }
}

/// The error of a command whose attempts together took longer than its `timeout`.
public struct CommandTimedOut: Error, Equatable, CustomStringConvertible {
    /// The name of the command's type.
    public let command: String
    /// The timeout it was fired with.
    public let timeout: Duration

    public var description: String { Errors.timedOut(command: command, timeout: timeout) }
}
