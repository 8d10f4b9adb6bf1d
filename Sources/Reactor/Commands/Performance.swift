/// A closure fired as a command: it takes no snapshot of the state, and reads what it needs.
final class Performance<StateType: State>: CommandHandle, @unchecked Sendable {
    // Sendable: as CommandHandle.
    private let body: nonisolated(nonsending) @Sendable (Core<StateType>) async throws -> Void
    private let place: Place<StateType>
    private let name: String

    init(
        options: CommandOptions, place: Place<StateType>, mailbox: Mailbox, name: String,
        body: nonisolated(nonsending) @escaping @Sendable (Core<StateType>) async throws -> Void
    ) {
        self.body = body
        self.place = place
        self.name = name
        super.init(options: options, mailbox: mailbox)
    }

    override var commandName: String { name }

    override var launchPlace: CommandPlace? { place.commandPlace }

    override func prepare(on engine: Engine) {
        core = Core<StateType>(engine: engine, place: place, owner: self)
    }

    override func execute(on lane: isolated any Actor) async throws {
        guard let core else { return }
        // What `prepare` put there.
        try await body(unsafeDowncast(core, to: Core<StateType>.self))
    }
}
