/// A command that was fired: the handle, its place in the order, and the command itself, in one object.
final class Launch<Work: Command>: StartableCommand, @unchecked Sendable {
    // Sendable: as StartableCommand.
    private let command: Work
    private let place: Place<Work.StateType>
    private var attempt: (state: Work.StateType, core: Core<Work.StateType>)?

    init(command: Work, options: CommandOptions, place: Place<Work.StateType>, mailbox: Mailbox) {
        self.command = command
        self.place = place
        super.init(options: options, mailbox: mailbox)
    }

    override var commandName: String { String(describing: Work.self) }
    override var slotName: String { "type \(String(reflecting: Work.self))" }

    override func prepare(on engine: Engine) {
        super.prepare(on: engine)
        attempt = (
            place.locate(in: engine.store.memory).pointee, Core(engine: engine, place: place, owner: self)
        )
    }

    override func discard() {
        super.discard()
        attempt = nil
    }

    override func execute(on lane: isolated any Actor) async throws {
        guard let (state, core) = attempt else { return }
        attempt = nil
        try await command.execute(state: state, core: core)
    }
}
