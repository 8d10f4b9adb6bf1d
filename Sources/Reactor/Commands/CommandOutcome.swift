/// The outcome of a command. Each command ends once.
public enum CommandOutcome: Sendable {
    /// `execute` returned.
    case finished
    /// The last attempt threw, or the time for all attempts was up.
    case failed(any Error)
    /// It was cancelled: by its handle, its id, its owner, a newer one, or the closing of its core.
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
    /// The name of its command type.
    package let command: String
    /// The timeout it was fired with.
    package let timeout: Duration

    public var description: String {
        """
        \(command) timed out after \(timeout), all attempts included. Increase the timeout in its CommandOptions, or allow \
        fewer or shorter retries.
        """
    }
}

/// Fired by the core when a command failed or was cancelled, ahead of whatever its successor fires.
///
/// A command that finished reports it by the events it fires; one that was dropped never began. The same outcome is
/// on the handle.
public struct CommandEnded: Event {
    /// The launch that ended, unique within its core.
    public let launch: UInt64
    /// The id it was fired with, if any.
    public let id: CommandID?
    /// The name of its command type.
    public let command: String
    /// How it ended, for code that only passes it on: a look at it handles nothing.
    package let unreadOutcome: CommandOutcome
    /// When it was launched, for the recorder; nil without a recorder.
    package let launchedAt: Timestamp?
    private let failure: UnreadFailure?

    /// The outcome: failed or cancelled.
    ///
    /// Code that looks at it has handled the failure. A failure that is looked at neither here nor at the handle is reported.
    public var outcome: CommandOutcome {
        failure?.read()
        return unreadOutcome
    }

    /// The event that a core fires at the end of a command, for tests that pass it to a state.
    ///
    /// - Parameters:
    ///   - launch: the launch that ended.
    ///   - id: the id it was fired with, if any.
    ///   - command: the name of its command type.
    ///   - outcome: how it ended.
    public init(launch: UInt64, id: CommandID?, command: String, outcome: CommandOutcome) {
        self.init(launch: launch, id: id, command: command, outcome: outcome, failure: nil, launchedAt: nil)
    }

    init(
        launch: UInt64, id: CommandID?, command: String, outcome: CommandOutcome, failure: UnreadFailure?,
        launchedAt: Timestamp?
    ) {
        self.launch = launch
        self.id = id
        self.command = command
        unreadOutcome = outcome
        self.failure = failure
        self.launchedAt = launchedAt
    }
}

extension CommandEnded: CustomReflectable {
    /// Printing it does not read the outcome.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["launch": launch, "id": id as Any, "command": command, "outcome": unreadOutcome],
            displayStyle: .struct)
    }
}

extension UserFacingError {
    /// The error of a command. Nil for one that was cancelled.
    public init?(_ ended: CommandEnded, retry: Retry? = nil) {
        guard case .failed(let error) = ended.outcome else { return nil }
        self.init(error, retry: retry)
    }
}

extension CommandTimedOut: ExplainedError {
    public var explanation: UserMessage { UserMessage("command.timedOut", recovery: "recovery.later") }
}
