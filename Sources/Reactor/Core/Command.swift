/// Asynchronous work: it talks to the world and fires events about what it learned.
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
/// Fire it with ``Core/fire(command:options:fileID:line:)``; how it is run its ``options`` say. Commands fired in a row start in that
/// order on the core's command executor, a serial executor of its own, and run there between their awaits; a synchronous
/// `execute` finishes before the next command starts. Mark heavy work `@concurrent` to leave it. The core is never held
/// up by a command.
///
/// The `core` it is given has the same state and the same order as the one it was fired on, and knows whose it is: what
/// is fired through it carries this command as its cause, and is refused once the command was cancelled or timed out, or
/// a type that owns it was reset, wherever it is called from.
public protocol Command<StateType>: Sendable {
    /// The state of the cores that this command can be fired on.
    ///
    /// The default is what the compiler names when `execute(state:core:)` is missing or has other labels.
    associatedtype StateType: State = StateOfTheCore

    /// How it is run, unless the caller that fires it says something else; ``CommandOptions/default`` where a command says
    /// nothing. Read once, when it is fired.
    var options: CommandOptions { get }

    /// Does the work. Throwing ends the command as failed, after the attempts that its options allow.
    ///
    /// - Parameters:
    ///   - state: the state when the command, or this attempt of it, started. While it is held, the next change of the
    ///     state copies what it touches; `core.perform { core in … }` takes no snapshot.
    ///   - core: the core for everything this command does.
    nonisolated(nonsending) func execute(state: StateType, core: Core<StateType>) async throws

    /// Not for implementing: how a core makes its handle.
    func _launch(by launcher: CommandLauncher<StateType>, _ options: consuming CommandOptions) -> CommandHandle
}

extension Command {
    @inlinable
    public var options: CommandOptions { .default }
}

/// Not for use: stands for the state of the core where a command lacks `execute(state:core:)`, so that the compiler names
/// what is missing.
public enum StateOfTheCore: State {
    public mutating func react(to event: any Event) {}
}
