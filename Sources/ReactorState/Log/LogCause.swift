/// The command that something was fired from.
package struct LogCause: Sendable, Hashable {
    /// The name of its type.
    package let command: String
    /// Its launch, unique within its core.
    package let launch: UInt64
    /// The launch of the command that fired it, if any.
    package let parent: UInt64?
    /// When it was launched, with the first step that is recorded of it.
    package let launchedAt: Timestamp?

    package init(command: String, launch: UInt64, parent: UInt64? = nil, launchedAt: Timestamp? = nil) {
        self.command = command
        self.launch = launch
        self.parent = parent
        self.launchedAt = launchedAt
    }
}
