/// Observes every command and every event of a core, for logs, metrics and traces: ``Runtime/observer``.
///
/// ```swift
/// struct Outcomes: CommandObserver {
///     let note: @Sendable (String) -> Void
///
///     func ended(_ command: ObservedCommand, _ outcome: CommandOutcome) { note("\(command.name): \(outcome)") }
/// }
///
/// var runtime = Runtime.live
/// runtime.observer = Outcomes { print($0) }
/// let core = Core(state: Counter(), runtime: runtime)
/// ```
///
/// Each method has a default that does nothing. All methods but ``fired()`` and ``attempt(_:number:_:)`` are called
/// on the core's executor, one after another, in the order of the core: a method that takes long holds the core up.
/// ``Runtime/report`` receives the refusals of the core.
public protocol CommandObserver: Sendable {
    /// A command is being fired, by the code that calls this: what is current there, a span say, for
    /// ``ObservedCommand/origin``. Not asked for a command that a reaction launches.
    func fired() -> (any Sendable)?

    /// The core has come to a command; what its policy makes of it follows.
    func launched(_ command: ObservedCommand)

    /// Runs an attempt: calls `body` once, and throws what it throws. Called on the command executor; the task-local values that
    /// are bound here are seen by the command.
    ///
    /// - Parameters:
    ///   - command: whose attempt it is.
    ///   - number: 1 for the first, one more for each retry.
    ///   - body: the attempt.
    nonisolated(nonsending) func attempt(
        _ command: ObservedCommand, number: Int, _ body: nonisolated(nonsending) () async throws -> Void
    ) async throws

    /// A command has ended. The body of one that was cancelled may go on.
    func ended(_ command: ObservedCommand, _ outcome: CommandOutcome)

    /// An event was applied, also as a part of a prediction.
    ///
    /// - Parameters:
    ///   - event: what was applied.
    ///   - launch: of the command that fired it; nil where no command did.
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

/// A command that was fired, as a ``CommandObserver`` sees it.
public struct ObservedCommand: Sendable {
    /// Its number, unique within its core, in the order of launching.
    public let launch: UInt64
    /// The name of its type, or the one that a closure was fired with.
    public let name: String
    /// The id it was fired with, if any.
    public let id: CommandID?
    /// The launch of the command that fired it, or that fired the event for which a reaction launched it.
    public let parent: UInt64?
    /// The result of ``CommandObserver/fired()`` where it was fired.
    public let origin: (any Sendable)?
    /// The command itself, nil for a closure.
    package let command: (any Sendable)?
}

/// Several observers as one.
///
/// Each hears everything, in the order given here. The attempt of the first surrounds that of the second.
public struct CommandObservers: CommandObserver {
    private let observers: [any CommandObserver]

    /// These observers as one.
    public init(_ observers: any CommandObserver...) { self.observers = observers }

    public func fired() -> (any Sendable)? { observers.map { $0.fired() } }

    public func launched(_ command: ObservedCommand) { forEach(command) { $0.launched($1) } }

    public nonisolated(nonsending) func attempt(
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

    public func ended(_ command: ObservedCommand, _ outcome: CommandOutcome) {
        forEach(command) { $0.ended($1, outcome) }
    }

    public func applied(_ event: any Event, by launch: UInt64?) {
        for observer in observers { observer.applied(event, by: launch) }
    }

    private func forEach(_ command: ObservedCommand, _ body: (any CommandObserver, ObservedCommand) -> Void) {
        for (index, observer) in observers.enumerated() { body(observer, command.of(index)) }
    }
}

extension ObservedCommand {
    /// The command as the observer at this index sees it: with the origin from that observer.
    fileprivate func of(_ index: Int) -> ObservedCommand {
        ObservedCommand(
            launch: launch, name: name, id: id, parent: parent, origin: (origin as? [(any Sendable)?])?[index],
            command: command)
    }
}

/// The notifications of an observer about one command.
///
/// Made where the command is fired; all notifications but those of an attempt come on the core's executor.
final class Observation: @unchecked Sendable {
    // Sendable: `observer` and `origin` never change. `command` and `number` are set on the core's executor before an attempt is
    // handed to the command executor, which reads them, and by the next attempt, which begins when that one has returned.
    let observer: any CommandObserver
    private let origin: (any Sendable)?
    private var attempted: (command: ObservedCommand, number: Int)?

    /// - Parameter isByReaction: the core itself fires it.
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
    /// The observer of the commands and events of a core, or nil, which is free.
    public var observer: (any CommandObserver)? {
        get { observing as? any CommandObserver }
        set { observing = newValue }
    }
}
