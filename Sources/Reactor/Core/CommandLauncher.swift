/// Not for use: makes handles of commands that are fired.
public struct CommandLauncher<StateType: State> {
    let options: CommandOptions
    let place: Place<StateType>
    let mailbox: Mailbox

    /// A command that is given the state at its start.
    func launch<Work: Command>(_ command: Work) -> CommandHandle where Work.StateType == StateType {
        Launch(command: command, options: options, place: place, mailbox: mailbox)
    }

    /// A command that reads what it needs.
    func perform(
        _ name: String, _ options: CommandOptions,
        _ body: nonisolated(nonsending) @escaping @Sendable (Core<StateType>) async throws -> Void
    ) -> CommandHandle {
        Performance(options: options, place: place, mailbox: mailbox, name: name, body: body)
    }
}

extension Command {
    public func _launch(by launcher: CommandLauncher<StateType>) -> CommandHandle { launcher.launch(self) }
}
