/// Told to the state when a command failed or was cancelled, ahead of whatever its successor fires.
///
/// A command that finished says so by the events it fires itself; one that was dropped never began. The same outcome is
/// on the handle.
public struct CommandEnded: Event {
    /// The launch that ended, unique within its core.
    public let launch: UInt64
    /// The id it was fired with, if any.
    public let id: CommandID?
    /// The name of the command's type.
    public let command: String
    /// How it ended, for who only passes it on: a look at it handles nothing.
    package let unreadOutcome: CommandOutcome
    private let failure: UnreadFailure?

    /// How it ended: failed or cancelled.
    ///
    /// Who looks at it has handled the failure. One that nobody looks at, neither here nor at the handle, is reported as
    /// ``Report/unhandledFailure(command:error:)``.
    public var outcome: CommandOutcome {
        failure?.read()
        return unreadOutcome
    }

    /// What a core tells of the end of a command; public so that tests can tell it to a state.
    public init(launch: UInt64, id: CommandID?, command: String, outcome: CommandOutcome) {
        self.init(launch: launch, id: id, command: command, outcome: outcome, failure: nil)
    }

    init(launch: UInt64, id: CommandID?, command: String, outcome: CommandOutcome, failure: UnreadFailure?) {
        self.launch = launch
        self.id = id
        self.command = command
        unreadOutcome = outcome
        self.failure = failure
    }
}

extension CommandEnded: CustomReflectable {
    /// Printing it is no look at the outcome.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["launch": launch, "id": id as Any, "command": command, "outcome": unreadOutcome],
            displayStyle: .struct)
    }
}
