/// A command that was fired: the handle, its place in the order, and the command itself, in one object.
final class Launch<Work: Command>: CommandHandle, @unchecked Sendable {
    // Sendable: as CommandHandle. `attempt` is set on the core's executor and taken on the command lane, which the
    // handing over through the lane's lock orders.
    private let command: Work
    private let place: Place<Work.StateType>
    private var attempt: (state: Work.StateType, core: Core<Work.StateType>)?

    init(command: Work, options: CommandOptions, place: Place<Work.StateType>, mailbox: Mailbox) {
        self.command = command
        self.place = place
        super.init(options: options, mailbox: mailbox)
    }

    override var commandName: String { String(describing: Work.self) }

    override func prepare(on engine: Engine) {
        attempt = (
            place.pointer(in: engine.store.memory).pointee, Core(engine: engine, place: place, owner: self)
        )
    }

    override func execute(on lane: isolated any Actor) async throws {
        guard let (state, core) = attempt else { return }
        attempt = nil
        try await command.execute(state: state, core: core)
    }
}
