/// A command that was fired: the handle, its place in the order, and the command itself, in one object.
///
/// The state's type is a parameter of its own, though the command knows it, and what an attempt needs lies in a slot and
/// behind a plain reference: the runtime then need not be asked for a type at each step.
@usableFromInline
final class Launch<Work: Command, StateType>: CommandHandle, @unchecked Sendable where Work.StateType == StateType {
    // Sendable: as CommandHandle.
    private let work: Work
    private let place: Place<StateType>
    private let state: UnsafeMutablePointer<StateType>
    @exclusivity(unchecked) private var hasState = false
    private let coreType: Core<StateType>.Type

    @usableFromInline
    init(_ command: Work, _ options: CommandOptions, _ launcher: CommandLauncher<StateType>) {
        work = command
        place = launcher.place
        coreType = launcher.core
        state = .allocate(capacity: 1)
        super.init(options: options, mailbox: launcher.mailbox)
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
        state.initialize(to: place.value(in: engine.store.memory))
        hasState = true
        core = coreType.init(engine: engine, place: place, owner: self)
    }

    override func discard() {
        super.discard()
        forgetState()
    }

    override func execute(on lane: isolated any Actor) async throws {
        guard let core else { return }
        defer { forgetState() }
        // What `prepare` put there.
        let own = unsafeDowncast(core, to: Core<StateType>.self)
        if let probe = own.engine.runtime.probe, try await probe.perform(work, core: own) { return }
        try await work.execute(state: state.pointee, core: own)
    }
}
