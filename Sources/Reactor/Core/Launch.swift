/// A command that was fired: the handle, its place in the order, and the command itself, in one object.
///
/// The state's type is a parameter of its own, though the command knows it, and what an attempt needs lies in a slot and
/// behind a plain reference: the runtime then need not be asked for a type at each step.
final class Launch<Work: Command, StateType>: StartableCommand, @unchecked Sendable where Work.StateType == StateType {
    // Sendable: as StartableCommand.
    private let work: Work
    private let place: Place<StateType>
    private let state: UnsafeMutablePointer<StateType>
    private var hasState = false
    private var core: AnyObject?

    init(command: Work, options: CommandOptions, place: Place<StateType>, mailbox: Mailbox) {
        work = command
        self.place = place
        state = .allocate(capacity: 1)
        super.init(options: options, mailbox: mailbox)
    }

    deinit {
        forgetState()
        state.deallocate()
    }

    private func forgetState() {
        if hasState { state.deinitialize(count: 1) }
        hasState = false
    }

    override var commandName: String { String(describing: Work.self) }
    override var command: (any Sendable)? { work }
    override var slotName: String { "type \(String(reflecting: Work.self))" }

    override var launchPlace: CommandPlace? { place.commandPlace }

    override func prepare(on engine: Engine) {
        super.prepare(on: engine)
        state.initialize(to: place.value(in: engine.store.memory))
        hasState = true
        core = Core<StateType>(engine: engine, place: place, owner: self)
    }

    override func discard() {
        super.discard()
        core = nil
        forgetState()
    }

    override func execute(on lane: isolated any Actor) async throws {
        guard let core else { return }
        self.core = nil
        defer { forgetState() }
        // What `prepare` put there.
        let own = unsafeDowncast(core, to: Core<StateType>.self)
        if let probe = own.engine.runtime.probe, try await probe.perform(work, core: own) { return }
        try await work.execute(state: state.pointee, core: own)
    }
}
