/// A command that runs a request and stores its result in a ``RequestStatus``. The state handles its events with
/// ``RequestStatus/react(to:as:row:)``.
///
/// ```swift
/// let load = Load("records", \Archive.records) { core in
///     try await core.dependencies.weights.records()
/// }
/// archives.fire(command: load)
/// ```
///
/// - The request is sent if the status has no value or a stale one. One load runs at a time, and the core drops others.
///   A run of an earlier process, in a status from a journal, does not count. A load that can no longer fill the status,
///   because the status was reset or canceled, does not count either: it is canceled when the next load is fired.
/// - An invalidation during the load is retained: the response is shown, the status is stale, and the next load sends a
///   request.
/// - Two rows with a status of one name have two loads. The row passes its id: `status.react(to: event, as: "names",
///   row: id)`. If a state has two children of one type, make the name from a property of the child.
/// - The stored value remains until the response. If the load fails or is canceled, the value remains after that, too.
/// - With `about:`, the load is a read between changes
///   (``Core/readBetweenChanges(about:limit:fileID:line:_:)``): a response that overlaps a local change is
///   requested again. Without it, the response is placed where the read began, below later predictions, and the core
///   retains the events of that time.
/// - The options of a load are those of any command. Its id is always the name of the status, and the policy
///   `.parallel` is replaced by `.drop`.
///
/// A reaction can start a load. To report progress, use the closure with a ``LoadProgress``:
///
/// ```swift
/// let withProgress = Load("records", \Archive.records) { core, progress in
///     progress.report(0, of: 1)
///     return try await core.dependencies.weights.records()
/// }
/// ```
public struct Load<StateType: State, Value: Sendable>: Command {
    /// The options of the load if it is fired without options.
    public let options: CommandOptions
    private let name: String
    private let entities: [any Hashable & Sendable]?
    private let status: @Sendable (borrowing StateType, RequestID) -> LoadNeed
    private let now: (@Sendable () -> Timestamp)?
    private let fileID: StaticString
    private let line: UInt
    private let body: nonisolated(nonsending) @Sendable (Core<StateType>, LoadProgress<Value>) async throws -> Value

    /// Creates a load whose request reports its progress.
    ///
    /// - Parameters:
    ///   - name: The stable name of the status. It is also the command's id, for ``Core/cancel(id:)``.
    ///   - member: The key path of the status.
    ///   - entities: The ids that the value concerns, as local changes name them. An empty list means everything. The
    ///     default, nil, means that overlapping changes do not matter.
    ///   - options: The options of the load if it is fired without options.
    ///   - now: Returns the date of the response. The default, nil, means the date of the core's runtime.
    ///   - body: The request. It runs on the command executor.
    public init<Failure: RequestFailure>(
        _ name: String, _ member: KeyPath<StateType, RequestStatus<Value, Failure>> & Sendable,
        about entities: [any Hashable & Sendable]? = nil, options: CommandOptions = CommandOptions(),
        now: (@Sendable () -> Timestamp)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ body:
            nonisolated(nonsending) @escaping @Sendable (
                Core<StateType>, LoadProgress<Value>
            ) async throws -> Value
    ) {
        self.name = name
        self.options = options.loading(name)
        self.entities = entities
        self.now = now
        self.fileID = fileID
        self.line = line
        self.body = body
        status = { state, id in LoadNeed(state[keyPath: member], of: id) }
    }

    /// Creates a load whose request does not report progress.
    public init<Failure: RequestFailure>(
        _ name: String, _ member: KeyPath<StateType, RequestStatus<Value, Failure>> & Sendable,
        about entities: [any Hashable & Sendable]? = nil, options: CommandOptions = CommandOptions(),
        now: (@Sendable () -> Timestamp)? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ body: nonisolated(nonsending) @escaping @Sendable (Core<StateType>) async throws -> Value
    ) {
        self.init(name, member, about: entities, options: options, now: now, fileID: fileID, line: line) { core, _ in
            try await body(core)
        }
    }

    /// Loads the value, if necessary.
    public nonisolated(nonsending) func execute(state: StateType, core: Core<StateType>) async throws {
        try await load(core)
    }

    public func _launch(by launcher: _CommandLauncher<StateType>, _ options: consuming CommandOptions) -> CommandHandle
    {
        // Not a `FiredCommand`, because its snapshot of the state would be retained until the response.
        FiredLoad(self, "Load of \(name)", options.loading(name), launcher)
    }

    /// Whether a status shows a run.
    fileprivate func isRunning(_ state: borrowing StateType, _ id: RequestID) -> Bool { status(state, id).isCurrent }

    fileprivate nonisolated(nonsending) func load(_ core: Core<StateType>) async throws {
        // The launch is the same in each attempt, and different for other loads.
        guard let owner = core.owner else { return }
        let id = RequestID(owner.state.launch)
        let need = await core.need(of: id, status)
        guard need.isNeeded else { return }
        let row = core.path.key.row
        let change: @Sendable (StatusChange<Value>.Kind) -> StatusChange<Value> = { [name] kind in
            StatusChange<Value>(name: name, row: row, id: id, kind: kind)
        }
        // The response is placed at the mark, below every prediction. The start has to be placed below it, too.
        core.fire(
            event: change(.started(attempt: (need.attempt ?? 0) + 1)), .authoritative, fileID: fileID, line: line)
        core.engine.mailbox.post(.loadBegan(owner, name: name))
        if let entities {
            let progress = LoadProgress<Value> { [fileID, line] in
                core.fire(event: change($0), .authoritative, fileID: fileID, line: line)
            }
            try await core.readBetweenChanges(
                about: entities, isFirst: need.isFirst, limit: .seconds(30), at: CallSite(fileID, line)
            ) {
                let value = try await body(core, progress)
                let time = now?() ?? .now(in: core.runtime)
                return ServerAnswer(
                    events: [change(.succeeded(value, at: time))], provisional: [change(.shown(value, at: time))])
            }
            return
        }
        let mark = core.mark()
        // Captures only the id, because a body that retains the progress must not retain the mark, and with it the log.
        let progress = LoadProgress<Value> { [id = mark.id] in core.report(change($0), below: id) }
        let value = try await body(core, progress)
        core.fire(
            event: change(.succeeded(value, at: now?() ?? .now(in: core.runtime))), .authoritative(asOf: mark),
            fileID: fileID, line: line)
    }
}

/// A fired load. A test can observe and replace its work, like that of every command.
private final class FiredLoad<StateType: State, Value: Sendable>: ClosureCommand<StateType>, @unchecked Sendable {
    // Sendable: as CommandHandle.
    private var load: Load<StateType, Value>?

    init(
        _ load: Load<StateType, Value>, _ name: String, _ options: CommandOptions,
        _ launcher: _CommandLauncher<StateType>
    ) {
        self.load = load
        super.init(options: options, path: launcher.path, mailbox: launcher.mailbox, name: name) { core in
            if let probe = core.owner?.observation?.observer as? any CommandProbe,
                try await probe.perform(load, core: core)
            {
                return
            }
            try await load.load(core)
        }
    }

    override var command: (any Sendable)? { load }

    override func release() {
        load = nil
        super.release()
    }

    override var isLoad: Bool { true }

    override func canEnd(_ whole: borrowing WholeState) -> Bool {
        guard let load else { return false }
        let id = RequestID(state.launch)
        return path.source.read(in: whole) { load.isRunning($0, id) } ?? false
    }
}

extension CommandOptions {
    /// The options with the id and the policy of a load.
    fileprivate func loading(_ name: String) -> CommandOptions {
        var options = self
        options.id = CommandID(name)
        if options.policy == .parallel { options.policy = .drop }
        return options
    }
}

/// The progress of a ``Load``.
///
/// Each report is an event, so report as often as a screen can show it, and not for every byte. The status ignores a
/// report that is lower than the last one, and a report after the end of the load is refused. Reports are placed in
/// order below the response, and below predictions.
public struct LoadProgress<Value: Sendable>: Sendable {
    let fire: @Sendable (StatusChange<Value>.Kind) -> Void

    /// Reports the completed amount, and the total if it is known. Can be called on any thread.
    public func report(_ completed: Int64, of total: Int64? = nil) {
        fire(.progressed(completed, of: total))
    }
}

/// The relation of a status to a run of a load.
private struct LoadNeed: Sendable {
    /// Whether the run has to continue: it is the current run, or there is no current run and a load is needed.
    var isNeeded: Bool
    /// Whether it is the current run.
    let isCurrent: Bool
    /// The launch of another run that is in progress.
    let other: UInt64?
    /// The current attempt of the run; nil if it is not in progress.
    let attempt: Int?
    /// Whether the status has no value yet.
    let isFirst: Bool

    init<Value, Failure>(_ status: RequestStatus<Value, Failure>, of id: RequestID) {
        let isRunning = status.runningID == id
        isNeeded = status.needsLoad || isRunning
        isCurrent = isRunning
        other = isRunning ? nil : status.runningID?.rawValue
        attempt = isRunning ? status.attempt : nil
        isFirst = status.held == nil
    }
}

extension Core {
    /// Returns the relation of a status to a run. If the status shows a run without a running command, that run belongs
    /// to a process that has ended.
    fileprivate func need(
        of id: RequestID, _ status: @Sendable (borrowing StateType, RequestID) -> LoadNeed
    ) -> LoadNeed {
        var need = read { status($0, id) }
        guard let other = need.other else { return need }
        guard let handle = engine.commands.running(other) else {
            need.isNeeded = true
            return need
        }
        if handle.launchPath != owner?.launchPath {
            report(
                mistake:
                    "The status of \(handle.commandName) shows the load of another status, because both have one name. Make "
                    + "the name from a property of the child, or pass the id of the row to react(to:as:row:).")
        }
        return need
    }

    /// Fires a ``Load``.
    ///
    /// ```swift
    /// archives.load("records", \.records) { core in
    ///     try await core.dependencies.weights.records()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The stable name of the status. It is also the command's id, for ``Core/cancel(id:)``.
    ///   - member: The key path of the status.
    ///   - entities: The ids that the value concerns, as local changes name them. An empty list means everything. The
    ///     default, nil, means that overlapping changes do not matter.
    ///   - owner: The type whose ``Reset`` cancels the load. The default, nil, means the owners of the calling command.
    ///   - timeout: The longest duration of all attempts together.
    ///   - retry: The policy for attempts after a failure.
    ///   - now: Returns the date of the response. The default, nil, means the date of the core's runtime.
    ///   - isolation: The actor of the caller. Use the default.
    ///   - body: The request. It runs on the command executor.
    @discardableResult
    public nonisolated func load<Value: Sendable, Failure: RequestFailure>(
        _ name: String, _ member: KeyPath<StateType, RequestStatus<Value, Failure>> & Sendable,
        about entities: [any Hashable & Sendable]? = nil, owner: Any.Type? = nil, timeout: Duration? = nil,
        retry: RetryPolicy = .never, now: (@Sendable () -> Timestamp)? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, isolation: (any Actor)? = #isolation,
        _ body: nonisolated(nonsending) @escaping @Sendable (Core<StateType>) async throws -> Value
    ) -> CommandHandle {
        let load = Load(name, member, about: entities, now: now, fileID: fileID, line: line, body)
        return fire(command: load, fileID: fileID, line: line, isolation: isolation) { options in
            options.owners = owner.map { [$0] }
            options.timeout = timeout
            options.retry = retry
        }
    }
}

extension RequestStatus where Value: Sendable, Failure: RequestFailure {
    /// Applies the events of a ``Load`` with this name, including its failure or cancellation.
    ///
    /// ```swift
    /// struct Shelf: State {
    ///     var records = RequestStatus<[Double], String>()
    ///
    ///     mutating func react(to event: any Event) {
    ///         if records.react(to: event, as: "records") { return }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - name: The name of the load.
    ///   - row: The id of the row that contains the status, for loads that are fired on the core of the row. The default,
    ///     nil, means that the status is not in a row.
    /// - Returns: Whether the event belongs to this status, even if it no longer had an effect.
    public mutating func react(to event: any Event, as name: String, row: (any Hashable)? = nil) -> Bool {
        let row = row.map { "\($0)" }
        if let change = event.as(StatusChange<Value>.self), change.name == name, change.row == row {
            switch change.kind {
            case .started(let attempt): begin(change.id, attempt: attempt)
            case .progressed(let completed, let total):
                report(change.id, Progress(completed, of: total))
            case .succeeded(let value, let time):
                succeed(change.id, with: value, at: time)
            case .shown(let value, let time): show(change.id, value, at: time)
            }
            return true
        }
        guard let ended = event.as(CommandEnded.self), ended.id == CommandID(name), ended.row == row else {
            return false
        }
        let id = RequestID(ended.launch)
        if case .failed(let error) = ended.outcome { fail(id, with: Failure(failure: error)) } else { cancel(id) }
        return true
    }
}
