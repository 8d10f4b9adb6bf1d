/// A core that is not kept alive.
package struct CoreReference<StateType: State>: Sendable {
    private weak var engine: Engine?
    private let path: StatePath<StateType>

    fileprivate init(engine: Engine, path: StatePath<StateType>) {
        self.engine = engine
        self.path = path
    }

    /// The original core, also if the reference belongs to a command's core; nil when the core was released.
    package var core: Core<StateType>? { engine.map { Core(engine: $0, path: path, owner: nil) } }

    /// Whether another core is for the same part of the same state.
    package func isFor(_ core: Core<StateType>) -> Bool { engine === core.engine && path.key == core.path.key }
}

extension Core {
    /// The companion of this name, made if there is none. On a core that was closed, it is closed.
    ///
    /// - Returns: nil if one of another kind has the name.
    package nonisolated func companion<Companion: CoreCompanion>(_ name: String, make: () -> Companion) -> Companion? {
        engine.companions.companion(name, make: make)
    }

    /// A reference that does not keep the core alive.
    package nonisolated var reference: CoreReference<StateType> { CoreReference(engine: engine, path: path) }

    /// The core without the owner that a command's core has: an event that is fired there has no owner, and so is
    /// never late.
    package nonisolated var plain: Core<StateType> { Core(engine: engine, path: path, owner: nil) }

    /// Reads from the state as ``read(_:)`` does, from nil while its part is absent.
    package func readIfPresent(_ body: @Sendable (StateType?) -> Void) {
        engine.lend { whole in
            if path.source.read(in: whole, { body($0) }) == nil { body(nil) }
        }
    }

    /// Reports a mistake that another module found, once.
    package nonisolated func report(mistake: String) {
        engine.runtime.report(Report(.mistake(mistake)))
    }

    /// Fires a closure as a command, and calls another when it has ended, however it did: also when it was dropped, or the core
    /// was released.
    ///
    /// - Parameter onEnd: called on the core's executor, where it may fire.
    package nonisolated func perform(
        _ name: String, options: CommandOptions, onEnd: @escaping @Sendable (CommandOutcome) -> Void,
        _ body: nonisolated(nonsending) @escaping @Sendable (Core<StateType>) async throws -> Void
    ) {
        let handle = ClosureCommand(
            options: options, path: path, mailbox: engine.mailbox, name: name, onEnd: onEnd, body: body)
        engine.post(handle, cause: owner, part: path.part)
    }
}
