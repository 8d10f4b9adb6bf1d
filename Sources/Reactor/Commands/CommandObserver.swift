/// An observer of every command and every event of a core, for logs, metrics and traces. Add it to
/// ``Runtime/observers``.
///
/// ```swift
/// struct Outcomes: CommandObserver {
///     let note: @Sendable (String) -> Void
///
///     func ended(_ command: ObservedCommand, _ outcome: CommandOutcome) { note("\(command.name): \(outcome)") }
/// }
///
/// var runtime = Runtime.live
/// runtime.observers = [Outcomes { print($0) }]
/// let core = Core(state: Counter(), runtime: runtime)
/// ```
///
/// Each method has a default that does nothing. All methods except ``fired()`` and ``attempt(_:number:_:)`` run on the
/// core's executor, one after another, in the order of the core, so a slow method delays the core. ``Runtime/report``
/// receives the refusals of the core.
public protocol CommandObserver: Sendable {
    /// Returns a context for a command that is being fired, such as the current span, for ``ObservedCommand/origin``.
    ///
    /// It is called by the code that fires the command. It is not called for a command that a reaction launches.
    func fired() -> (any Sendable)?

    /// The core has launched a command. Its policy is applied next.
    func launched(_ command: ObservedCommand)

    /// Runs an attempt: calls `body` once, and rethrows its error.
    ///
    /// It is called on the command executor. The command sees the task-local values that are bound here.
    ///
    /// - Parameters:
    ///   - command: The command of the attempt.
    ///   - number: The number of the attempt, from 1.
    ///   - body: The attempt.
    nonisolated(nonsending) func attempt(
        _ command: ObservedCommand, number: Int, _ body: nonisolated(nonsending) () async throws -> Void
    ) async throws

    /// A command has ended. If it was canceled, its body can still run.
    func ended(_ command: ObservedCommand, _ outcome: CommandOutcome)

    /// An event was applied, on its own or as part of a prediction.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - launch: The launch of the command that fired it; nil if no command did.
    func applied(_ event: any Event, by launch: UInt64?)
}

extension CommandObserver {
    public func fired() -> (any Sendable)? { nil }

    public func launched(_ command: ObservedCommand) {}

    public nonisolated(nonsending) func attempt(
        _ command: ObservedCommand, number: Int, _ body: nonisolated(nonsending) () async throws -> Void
    ) async throws {
        try await body()
    }

    public func ended(_ command: ObservedCommand, _ outcome: CommandOutcome) {}

    public func applied(_ event: any Event, by launch: UInt64?) {}
}

/// A fired command, as a ``CommandObserver`` receives it.
public struct ObservedCommand: Sendable {
    /// The number of the launch, unique within its core, in the order of launching.
    public let launch: UInt64
    /// The name of the command type, or the name that a closure was fired with.
    public let name: String
    /// The id in the options of the command, if any.
    public let id: CommandID?
    /// The launch of the command that fired this command, or that fired the event for which a reaction launched it.
    public let parent: UInt64?
    /// The result of ``CommandObserver/fired()`` at the call that fired the command.
    public let origin: (any Sendable)?
    /// The command itself; nil for a closure.
    package let command: (any Sendable)?
}

/// Several observers, combined into one. It calls each, in the order of the list.
private struct CombinedObserver: CommandObserver {
    let observers: [any CommandObserver]

    func fired() -> (any Sendable)? { observers.map { $0.fired() } }

    func launched(_ command: ObservedCommand) { forEach(command) { $0.launched($1) } }

    nonisolated(nonsending) func attempt(
        _ command: ObservedCommand, number: Int, _ body: nonisolated(nonsending) () async throws -> Void
    ) async throws {
        try await attempt(command, number, from: 0, body)
    }

    private nonisolated(nonsending) func attempt(
        _ command: ObservedCommand, _ number: Int, from index: Int,
        _ body: nonisolated(nonsending) () async throws -> Void
    ) async throws {
        guard index < observers.count else { return try await body() }
        try await observers[index].attempt(command.of(index), number: number) {
            try await attempt(command, number, from: index + 1, body)
        }
    }

    func ended(_ command: ObservedCommand, _ outcome: CommandOutcome) {
        forEach(command) { $0.ended($1, outcome) }
    }

    func applied(_ event: any Event, by launch: UInt64?) {
        for observer in observers { observer.applied(event, by: launch) }
    }

    private func forEach(_ command: ObservedCommand, _ body: (any CommandObserver, ObservedCommand) -> Void) {
        for (index, observer) in observers.enumerated() { body(observer, command.of(index)) }
    }
}

extension ObservedCommand {
    /// The command with the origin from the observer at this index.
    fileprivate func of(_ index: Int) -> ObservedCommand {
        ObservedCommand(
            launch: launch, name: name, id: id, parent: parent, origin: (origin as? [(any Sendable)?])?[index],
            command: command)
    }
}

/// The notifications of an observer about one command.
///
/// It is created by the call that fires the command. All notifications except those of an attempt run on the core's
/// executor.
final class Observation: @unchecked Sendable {
    // Sendable: `observer` and `origin` never change. `attempted` is set on the core's executor before an attempt is
    // passed to the command executor, which reads it, and again before the next attempt, which begins after the
    // previous attempt has returned.
    let observer: any CommandObserver
    private let origin: (any Sendable)?
    private var attempted: (command: ObservedCommand, number: Int)?

    /// - Parameter isByReaction: Whether a reaction of the core launches the command.
    init(_ observer: any CommandObserver, isByReaction: Bool = false) {
        self.observer = observer
        origin = isByReaction ? nil : observer.fired()
    }

    func launched(_ handle: CommandHandle) { observer.launched(of(handle)) }

    func ended(_ handle: CommandHandle, _ outcome: CommandOutcome) { observer.ended(of(handle), outcome) }

    func prepare(_ handle: CommandHandle) { attempted = (of(handle), handle.state.attempt) }

    nonisolated(nonsending) func attempt(_ body: nonisolated(nonsending) () async throws -> Void) async throws {
        guard let (command, number) = attempted else { return try await body() }
        try await observer.attempt(command, number: number, body)
    }

    private func of(_ handle: CommandHandle) -> ObservedCommand {
        if handle.state.name == nil { handle.state.name = handle.commandName }
        return ObservedCommand(
            launch: handle.state.launch, name: handle.state.name ?? handle.commandName, id: handle.options.id,
            parent: handle.state.parent, origin: origin, command: handle.command)
    }
}

extension Runtime {
    /// The observers of the commands and events of a core, in the order in which they are called. The default, an empty
    /// list, has no cost. The attempt of the first observer surrounds that of the second.
    public var observers: [any CommandObserver] {
        get { observing.compactMap { $0 as? any CommandObserver } }
        set { observing = newValue }
    }

    /// The observers as one; nil if there is none.
    var observer: (any CommandObserver)? {
        observers.count > 1 ? CombinedObserver(observers: observers) : observers.first
    }
}
