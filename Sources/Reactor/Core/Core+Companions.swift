/// A reference to a core that does not keep it alive.
package struct CoreReference<StateType: State>: Sendable {
    private weak var engine: Engine?
    private let path: StatePath<StateType>

    fileprivate init(engine: Engine, path: StatePath<StateType>) {
        self.engine = engine
        self.path = path
    }

    /// The original core, even if the reference was made from a command's core; nil after the core was released.
    package var core: Core<StateType>? { engine.map { Core(engine: $0, path: path, owner: nil) } }

    /// Whether a core is for the same child state of the same engine.
    package func isFor(_ core: Core<StateType>) -> Bool { engine === core.engine && path.key == core.path.key }
}

extension Core {
    /// The companion with this name, which is created if it does not exist. A companion of a closed core is closed.
    ///
    /// - Returns: The companion, or nil if a companion of another type has the name.
    package nonisolated func companion<Companion: CoreCompanion>(_ name: String, make: () -> Companion) -> Companion? {
        engine.companions.companion(name, make: make)
    }

    /// A reference that does not keep the core alive.
    package nonisolated var reference: CoreReference<StateType> { CoreReference(engine: engine, path: path) }

    /// The core without the owner of a command's core. Events fired on it have no owner, so they are never refused as
    /// late.
    package nonisolated var plain: Core<StateType> { Core(engine: engine, path: path, owner: nil) }

    /// The core for events that do not depend on a command or on the existence of a child state: they are never late,
    /// and reach the whole state.
    package nonisolated var independent: Core<StateType> {
        Core(engine: engine, path: path.withoutPart, owner: nil)
    }

    /// Reads from the state like ``read(_:)``. The closure receives nil while the child state is missing.
    @discardableResult
    package func readIfPresent<Value: Sendable>(_ body: @Sendable (StateType?) -> Value) -> Value {
        engine.lend { whole in path.source.read(in: whole) { body($0) } ?? body(nil) }
    }

    /// Reports a mistake that another module found. Equal mistakes are reported once.
    package nonisolated func report(mistake: String) {
        engine.runtime.report(Runtime.Report(.mistake(mistake)))
    }

    /// Fires a closure as a command, and calls another closure with its outcome, even if the command was dropped or the
    /// core was released.
    ///
    /// - Parameters:
    ///   - onStart: A closure that runs in the loop when the command starts, before its body.
    ///   - onEnd: The closure for the outcome. It runs on the core's executor and may fire events.
    package nonisolated func perform(
        _ name: String, options: CommandOptions, onStart: @escaping @Sendable (Core<StateType>) -> Void,
        onEnd: @escaping @Sendable (CommandOutcome) -> Void,
        _ body: nonisolated(nonsending) @escaping @Sendable (Core<StateType>) async throws -> Void
    ) {
        let handle = ClosureCommand(
            options: options, path: path, mailbox: engine.mailbox, name: name, onStart: onStart, onEnd: onEnd,
            body: body)
        engine.post(handle, cause: owner, part: path.part)
    }

    // MARK: Turns of the loop

    /// Runs a closure in the loop, in order with the events.
    package nonisolated func post(turn body: @escaping @Sendable () -> Void) { engine.mailbox.post(.turn(body)) }

    /// Runs a closure in the loop, in order with the events, for a caller that waits for its consequences.
    package nonisolated(nonsending) func drain(turn body: @escaping @Sendable () -> Void) async {
        engine.mailbox.post(.turn(body), wakes: false)
        await engine.drainInCaller()
    }

    /// Whether each command that was launched before the command that is being started has reached its first await, and
    /// everything that it has fired and predicted until then is applied.
    package nonisolated var isCaughtUp: Bool { engine.isCaughtUp }

    /// Runs a closure in the loop now, after everything that was fired before.
    package func turn(_ body: @Sendable () -> Void) { engine.turn(in: path.part, body) }

    /// Reads from the state in a turn of the loop; nil while the child state is missing.
    package nonisolated func lendInTurn<Value>(_ body: (StateType) -> Value) -> Value? {
        engine.lend { path.source.read(in: $0, body) }
    }

    /// Applies an event in a turn of the loop.
    package nonisolated func applyInTurn(_ event: some Event, at site: CallSite) {
        engine.accept(event, cause: owner, at: engine.keepsPlaces ? site : nil)
        engine.eventApplied()
    }

    /// Delivers the changes of turns, if nothing is posted afterwards.
    package nonisolated func deliver() { engine.mailbox.wakeForDelivery() }
}
