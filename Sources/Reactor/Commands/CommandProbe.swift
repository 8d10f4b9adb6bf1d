/// Watches the commands of a core, and may do their work in their place. For tests.
package protocol CommandProbe: AnyObject, Sendable {
    /// A command's turn has come; what its policy makes of it follows. On the core's executor.
    func launched(_ launch: CommandLaunch)

    /// A command has ended; its body may go on. On the core's executor.
    func ended(_ launch: UInt64, _ outcome: CommandOutcome)

    /// Does an attempt's work in the place of the command.
    ///
    /// - Returns: whether it did.
    nonisolated(nonsending) func perform<Work: Command>(
        _ command: Work, core: Core<Work.StateType>
    ) async throws -> Bool
}

/// A command that was fired, as its core sees it.
package struct CommandLaunch: Sendable {
    /// Its number, unique within its core.
    package let launch: UInt64
    /// The name of its type.
    package let name: String
    /// The command itself, nil for a closure.
    package let command: (any Sendable)?
    /// The launch of the command that fired it, if any.
    package let parent: UInt64?
}

extension CommandHandle {
    var asLaunch: CommandLaunch {
        CommandLaunch(launch: run.launch, name: commandName, command: command, parent: run.parent)
    }
}
