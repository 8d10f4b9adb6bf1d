/// Not for use: makes handles of commands that are fired.
///
/// A few words, and without the options, so that handing it on does not ask the runtime for its type.
public struct CommandLauncher<StateType: State> {
    let place: Place<StateType>
    let mailbox: Mailbox
    /// Asked for here, where it is known, and not at the start of each command.
    let core: Core<StateType>.Type

    /// A command that reads what it needs.
    func perform(
        _ name: String, _ options: CommandOptions,
        _ body: nonisolated(nonsending) @escaping @Sendable (Core<StateType>) async throws -> Void
    ) -> CommandHandle {
        Performance(options: options, place: place, mailbox: mailbox, name: name, body: body)
    }
}

extension Command {
    // Inlinable, so that the type of the handle is made where that of the command is known.
    @inlinable
    public func _launch(by launcher: CommandLauncher<StateType>, _ options: CommandOptions) -> CommandHandle {
        Launch(self, options, launcher)
    }
}
