/// Asynchronous work (an effect or thunk). A command calls services and fires events with their results.
///
/// ```swift
/// struct LoadRecords: Command {
///     func execute(state: Weights, core: Core<Weights>) async throws {
///         let records = try await core.dependencies.weights.records()
///         core.fire(event: RecordsLoaded(records: records))
///     }
/// }
/// ```
///
/// Fire a command with ``Core/fire(command:options:fileID:line:isolation:)``. Its ``options`` decide about other commands with the same id, retries and
/// cancellation. Commands start in the order in which they were fired, on a serial executor for the core's commands, and run
/// there between their awaits. With ``Runtime/main`` this is the main actor. A synchronous `execute` ends before the next
/// command starts. Mark heavy work `@concurrent` to leave this executor.
///
/// The `core` that `execute` receives has the same state and order as the core that the command was fired on. Events that you
/// fire on it have this command as their cause. The core refuses them after the command was canceled or timed out, or after a
/// `Reset` of its owner, wherever you call it from.
public protocol Command<StateType>: Sendable {
    /// The state of the cores that the command can be fired on.
    ///
    /// If `execute(state:core:)` is missing or has other labels, the compiler names the default in its error.
    associatedtype StateType: State = _StateOfTheCore

    /// The options of the command, which a caller can replace. The core reads them once, when the command is fired. The
    /// default is ``CommandOptions/default``.
    var options: CommandOptions { get }

    /// Does the work. If it throws, the command fails after the attempts that its options allow.
    ///
    /// - Parameters:
    ///   - state: The state when this attempt started. While you retain it, the next change of the state copies the
    ///     properties that it changes. `core.perform { core in … }` takes no snapshot.
    ///   - core: The core on which the command fires events.
    nonisolated(nonsending) func execute(state: StateType, core: Core<StateType>) async throws

    /// Makes the handle of the command. Not for implementing.
    func _launch(by launcher: _CommandLauncher<StateType>, _ options: consuming CommandOptions) -> CommandHandle
}

extension Command {
    @inlinable
    public var options: CommandOptions { .default }
}

/// A placeholder for the state of a command that lacks `execute(state:core:)`. Not for use: the compiler shows its name
/// in the error.
public enum _StateOfTheCore: State {
    public mutating func react(to event: any Event) {}
}
