/// A command that was fired: the handle, its place in the order, and the command itself, in one object.
///
/// The state's type is a separate parameter, though the command's type contains it. The values that an attempt
/// needs are in a slot and accessed through a plain reference, so that the runtime does not look up a type at each
/// step.
@usableFromInline
final class FiredCommand<Work: Command, StateType>: CommandHandle, @unchecked Sendable
where Work.StateType == StateType {
    // Sendable: as CommandHandle.
    private let work: Work
    private let path: StatePath<StateType>
    private let snapshot = Slot<StateType>()
    private var core: Core<StateType>?
    private let coreType: Core<StateType>.Type

    @usableFromInline
    init(_ command: Work, _ options: consuming CommandOptions, _ launcher: CommandLauncher<StateType>) {
        work = command
        path = launcher.path
        coreType = launcher.core
        super.init(options: options, mailbox: launcher.mailbox)
    }

    override var commandName: String { String(describing: Work.self) }
    override var command: (any Sendable)? { work }
    override var slotName: String { "type \(String(reflecting: Work.self))" }

    override var launchPath: LaunchPath? { path.launchPath }

    override func prepare(on engine: AnyObject) {
        let engine = engineOfCommand(engine)
        path.copy(in: engine.store.visible, to: snapshot)
        core = coreType.init(engine: engine, path: path, owner: self)
    }

    override var preparedCore: AnyObject? { core }

    override func discard() {
        core = nil
        snapshot.clear()
    }

    override func execute(on executor: isolated any Actor) async throws {
        guard let core else { return }
        if let observation { return try await execute(core, observation, on: executor) }
        try await work.execute(state: snapshot.value, core: core)
    }

    // Apart, since the memory of a call is that of its larger branch: a command that waits, 3,430 bytes and not 2,320.
    @inline(never)
    private func execute(
        _ core: Core<StateType>, _ observation: Observation, on executor: isolated any Actor
    ) async throws {
        if let probe = observation.observer as? any CommandProbe, try await probe.perform(work, core: core) { return }
        let (work, state) = (work, snapshot.value)
        try await observation.attempt { try await work.execute(state: state, core: core) }
    }
}

/// A closure fired as a command: it takes no snapshot of the state, and reads what it needs.
class ClosureCommand<StateType: State>: CommandHandle, @unchecked Sendable {
    // Sendable: as CommandHandle.
    private let body: nonisolated(nonsending) @Sendable (Core<StateType>) async throws -> Void
    private let path: StatePath<StateType>
    private let name: String
    private let onEnd: (@Sendable (CommandOutcome) -> Void)?
    private var core: Core<StateType>?

    init(
        options: CommandOptions, path: StatePath<StateType>, mailbox: Mailbox, name: String,
        onEnd: (@Sendable (CommandOutcome) -> Void)? = nil,
        body: nonisolated(nonsending) @escaping @Sendable (Core<StateType>) async throws -> Void
    ) {
        self.body = body
        self.path = path
        self.name = name
        self.onEnd = onEnd
        super.init(options: options, mailbox: mailbox)
    }

    override var commandName: String { name }
    override var command: (any Sendable)? { nil }

    override var launchPath: LaunchPath? { path.launchPath }

    override func prepare(on engine: AnyObject) {
        let engine = engineOfCommand(engine)
        core = Core<StateType>(engine: engine, path: path, owner: self)
    }

    override var preparedCore: AnyObject? { core }

    override func discard() { core = nil }

    override func end(_ outcome: CommandOutcome) {
        super.end(outcome)
        onEnd?(outcome)
    }

    override func execute(on executor: isolated any Actor) async throws {
        guard let core else { return }
        if let observation { return try await execute(core, observation, on: executor) }
        try await body(core)
    }

    @inline(never)
    private func execute(
        _ core: Core<StateType>, _ observation: Observation, on executor: isolated any Actor
    ) async throws {
        let body = body
        try await observation.attempt { try await body(core) }
    }
}

/// The engine that prepares a command.
private func engineOfCommand(_ engine: AnyObject) -> Engine {
    guard let engine = engine as? Engine else {
        fatalError("Reactor: a command was not prepared by its core. Please report this as a bug of Reactor.")
    }
    return engine
}

/// Not for use: makes handles of commands that are fired.
///
/// A few words, and without the options, so that handing it on does not ask the runtime for its type.
public struct CommandLauncher<StateType: State> {
    let path: StatePath<StateType>
    let mailbox: Mailbox
    /// Asked for here, where it is known, and not at the start of each command.
    let core: Core<StateType>.Type
}

extension Command {
    // Inlinable, so that the type of the handle is made where that of the command is known.
    @inlinable
    public func _launch(by launcher: CommandLauncher<StateType>, _ options: consuming CommandOptions) -> CommandHandle {
        FiredCommand(self, options, launcher)
    }
}

/// An observer that may do the work of commands in their place. For tests.
package protocol CommandProbe: CommandObserver {
    /// Does an attempt's work in the place of the command.
    ///
    /// - Returns: whether it did.
    nonisolated(nonsending) func perform<Work: Command>(
        _ command: Work, core: Core<Work.StateType>
    ) async throws -> Bool
}
