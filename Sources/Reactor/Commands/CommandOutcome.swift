/// The outcome of a command. Each command ends once.
public enum CommandOutcome: Sendable {
    /// `execute` returned.
    case finished
    /// The last attempt threw, or the timeout for all attempts was exceeded.
    case failed(any Error)
    /// The command was canceled: by its handle, its id, its owner, a newer command, or the closing of its core.
    case cancelled
    /// The command was dropped: its policy refused it, a newer command replaced it, the command that fired it was late,
    /// its child state did not exist, or its core was closed or released while it waited.
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
    /// The name of the command type.
    package let command: String
    /// The timeout in the options of the command.
    package let timeout: Duration

    /// Creates the error, for tests that pass it to a state.
    public init(command: String, timeout: Duration) {
        self.command = command
        self.timeout = timeout
    }

    public var description: String {
        """
        \(command) timed out after \(timeout), all attempts included. Increase the timeout in its CommandOptions, or allow \
        fewer or shorter retries.
        """
    }
}

/// An event that the core fires when a command has failed or was canceled. It comes before every event of the command's
/// successor.
///
/// A command that finishes reports its result with its own events. Neither a finished nor a dropped command fires a
/// `CommandEnded`. The handle has the same outcome.
public struct CommandEnded: Event {
    /// The number of the launch, unique within its core.
    public let launch: UInt64
    /// The id in the options of the command, if any.
    public let id: CommandID?
    /// The id of the row on whose core the command was fired, as text; nil for a command that was not fired in a row.
    package let row: String?
    /// The name of the command type.
    public let command: String
    /// The outcome for code that only passes it on. Reading it does not handle a failure.
    package let unreadOutcome: CommandOutcome
    /// The time of the launch, for the recorder; nil without a recorder.
    package let launchedAt: Timestamp?
    private let failure: UnreadFailure?

    /// The outcome: failed or canceled.
    ///
    /// Reading it counts as handling the failure. A failure is reported if neither this property nor the handle's
    /// outcome is read.
    public var outcome: CommandOutcome {
        failure?.read()
        return unreadOutcome
    }

    /// Whether the command was fired on the core of the row with this id. Commands of different rows can have equal ids.
    /// False for a command of `.forEach`, which runs in the state that contains the rows: set its own `id`.
    ///
    /// ```swift
    /// func isSaved(_ event: any Event, row: Int) -> Bool {
    ///     if let event = event as? CommandEnded, event.id == "save", event.isOf(row: row) { true } else { false }
    /// }
    /// ```
    public func isOf(row: some Hashable) -> Bool { self.row == "\(row)" }

    /// Creates the event that a core fires at the end of a command, for tests that pass it to a state.
    ///
    /// - Parameters:
    ///   - launch: The number of the launch.
    ///   - id: The id in the options of the command, if any.
    ///   - command: The name of the command type.
    ///   - outcome: The outcome of the command.
    ///   - row: The id of the row on whose core the command was fired.
    public init(
        launch: UInt64, id: CommandID?, command: String, outcome: CommandOutcome, row: (any Hashable)? = nil
    ) {
        self.init(
            launch: launch, id: id, row: row.map { "\($0)" }, command: command, outcome: outcome, failure: nil,
            launchedAt: nil)
    }

    init(
        launch: UInt64, id: CommandID?, row: String?, command: String, outcome: CommandOutcome,
        failure: UnreadFailure?, launchedAt: Timestamp?
    ) {
        self.launch = launch
        self.id = id
        self.row = row
        self.command = command
        unreadOutcome = outcome
        self.failure = failure
        self.launchedAt = launchedAt
    }
}

extension CommandEnded: CustomReflectable {
    /// A mirror for printing. Creating it does not count as reading the outcome.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["launch": launch, "id": id as Any, "command": command, "outcome": unreadOutcome],
            displayStyle: .struct)
    }
}

extension UserFacingError {
    /// Creates the error of a failed command; nil for a canceled command.
    public init?(_ ended: CommandEnded, retry: Retry? = nil) {
        guard case .failed(let error) = ended.outcome else { return nil }
        self.init(error, retry: retry)
    }
}

extension CommandTimedOut: ExplainedError {
    public var explanation: UserMessage { UserMessage("command.timedOut", recovery: "recovery.later") }
}
