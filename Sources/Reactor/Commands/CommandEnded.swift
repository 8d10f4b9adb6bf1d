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
    /// How it ended: failed or cancelled.
    public let outcome: CommandOutcome

    /// What a core tells of the end of a command; public so that tests can tell it to a state.
    public init(launch: UInt64, id: CommandID?, command: String, outcome: CommandOutcome) {
        self.launch = launch
        self.id = id
        self.command = command
        self.outcome = outcome
    }
}

extension UserFacingError {
    /// The error of a command. Nil for one that was cancelled.
    public init?(_ ended: CommandEnded, retry: Retry? = nil) {
        guard case .failed(let error) = ended.outcome else { return nil }
        self.init(error, retry: retry)
    }
}
