/// A fired command: its handle, its position in the queue and the command itself, in one object.
///
/// The state type is a separate generic parameter, although the command type contains it. The values of an attempt are
/// in a slot that is a plain reference. Both avoid runtime lookups of type metadata at each step.
@usableFromInline
final class FiredCommand<Work: Command, StateType>: CommandHandle, @unchecked Sendable
where Work.StateType == StateType {
    // Sendable: as CommandHandle. `work` is released after its body has returned.
    @exclusivity(unchecked) private var work: Work?
    private let path: StatePath<StateType>
    private let snapshot = Slot<StateType>()
    private var core: Core<StateType>?
    private let coreType: Core<StateType>.Type

    @usableFromInline
    init(_ command: Work, _ options: consuming CommandOptions, _ launcher: _CommandLauncher<StateType>) {
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

    override func release() {
        work = nil
        super.release()
    }

    override nonisolated(nonsending) func execute() async throws {
        guard let core, let work else { return }
        if let observation { return try await execute(work, core, observation) }
        try await work.execute(state: snapshot.value, core: core)
    }

    // A separate function, because a call allocates memory for its larger branch: 3,430 bytes instead of 2,320 for a
    // command that waits.
    @inline(never)
    private nonisolated(nonsending) func execute(
        _ work: Work, _ core: Core<StateType>, _ observation: Observation
    ) async throws {
        if let probe = observation.observer as? any CommandProbe, try await probe.perform(work, core: core) { return }
        let state = snapshot.value
        try await observation.attempt { try await work.execute(state: state, core: core) }
    }
}

/// A closure that was fired as a command. It takes no snapshot of the state.
class ClosureCommand<StateType: State>: CommandHandle, @unchecked Sendable {
    // Sendable: as CommandHandle. `body` is released after it has returned, and `onStart` and `onEnd` when they are
    // called, on the core's executor.
    typealias Body = nonisolated(nonsending) @Sendable (Core<StateType>) async throws -> Void

    @exclusivity(unchecked) private var body: Body?
    let path: StatePath<StateType>
    private let name: String
    private var onStart: (@Sendable (Core<StateType>) -> Void)?
    private var onEnd: (@Sendable (CommandOutcome) -> Void)?
    private var core: Core<StateType>?

    init(
        options: CommandOptions, path: StatePath<StateType>, mailbox: Mailbox, name: String,
        onStart: (@Sendable (Core<StateType>) -> Void)? = nil, onEnd: (@Sendable (CommandOutcome) -> Void)? = nil,
        body: @escaping Body
    ) {
        self.body = body
        self.path = path
        self.name = name
        self.onStart = onStart
        self.onEnd = onEnd
        super.init(options: options, mailbox: mailbox)
    }

    override var commandName: String { name }
    override var command: (any Sendable)? { nil }

    override var launchPath: LaunchPath? { path.launchPath }

    override func prepare(on engine: AnyObject) {
        let engine = engineOfCommand(engine)
        let core = Core<StateType>(engine: engine, path: path, owner: self)
        self.core = core
        if !state.hasEnded { onStart.take()?(core) }
    }

    override var preparedCore: AnyObject? { core }

    override func discard() { core = nil }

    override func end(_ outcome: CommandOutcome) {
        let onEnd = onEnd.take()
        super.end(outcome)
        onEnd?(outcome)
    }

    override func release() {
        body = nil
        onStart = nil
        super.release()
    }

    override nonisolated(nonsending) func execute() async throws {
        guard let core, let body else { return }
        if let observation { return try await execute(body, core, observation) }
        try await body(core)
    }

    @inline(never)
    private nonisolated(nonsending) func execute(
        _ body: @escaping Body, _ core: Core<StateType>, _ observation: Observation
    ) async throws {
        try await observation.attempt { try await body(core) }
    }
}

/// Returns the engine that prepares a command.
private func engineOfCommand(_ engine: AnyObject) -> Engine {
    guard let engine = engine as? Engine else {
        fatalError("Reactor: a command was not prepared by its core. Please report this as a bug of Reactor.")
    }
    return engine
}

/// A factory for the handles of fired commands. Not for use.
///
/// It is a few words in size and does not contain the options, so that passing it on needs no type metadata at run
/// time.
public struct _CommandLauncher<StateType: State> {
    let path: StatePath<StateType>
    let mailbox: Mailbox
    /// Stored because the type is known here; a lookup for each command would be slower.
    let core: Core<StateType>.Type
}

extension Command {
    // Inlinable, so that the handle's type is built at the call site, where the command's type is known.
    @inlinable
    public func _launch(by launcher: _CommandLauncher<StateType>, _ options: consuming CommandOptions) -> CommandHandle
    {
        FiredCommand(self, options, launcher)
    }
}

/// An observer that can do the work of commands in place of their bodies. For tests.
package protocol CommandProbe: CommandObserver {
    /// Does the work of an attempt in place of the command.
    ///
    /// - Returns: Whether it did the work.
    nonisolated(nonsending) func perform<Work: Command>(
        _ command: Work, core: Core<Work.StateType>
    ) async throws -> Bool
}
