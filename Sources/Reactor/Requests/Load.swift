/// A command that runs a request and stores its result in a ``RequestStatus``, through ``RequestStatus/react(to:as:)``.
///
/// ```swift
/// let load = Load("records", \Archive.records) { core in
///     try await core.dependencies.weights.records()
/// }
/// archives.fire(command: load)
/// ```
///
/// - The request is sent if the status has no value or a stale one. One load runs at a time, and the core drops others. A run of
///   an earlier process, in a status from a journal, does not count.
/// - The stored value stays until the response. If the load fails or is cancelled, it stays after that, too.
/// - With `about:`, the load is a read between changes (``Core/readBetweenChanges(about:isFirst:limit:fileID:line:_:)``): a response
///   that overlaps a local change is requested again. Without it, the response is placed where the read began (``Core/mark()``),
///   below later predictions, and the core retains the events of that time.
/// - The options of a load are those of any command. By default its id is the name of the status, and its policy is `.drop`.
///
/// A reaction can start a load. To report progress, take a ``LoadProgress``:
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

    /// A request that reports its progress.
    ///
    /// - Parameters:
    ///   - name: the stable name of the status; also the command's id, for ``Core/cancel(id:)``.
    ///   - member: where the status is.
    ///   - entities: what it is about, as the app's own changes name it; nothing is everything, and nil where it does not
    ///     matter whether a change crosses it.
    ///   - options: how it runs when it is fired without others.
    ///   - now: the time of the answer; nil asks the core's runtime.
    ///   - body: asks for the value, on the command executor.
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

    /// A request.
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

    /// Loads, if that is needed.
    public nonisolated(nonsending) func execute(state: StateType, core: Core<StateType>) async throws {
        try await load(core)
    }

    public func _launch(by launcher: CommandLauncher<StateType>, _ options: consuming CommandOptions) -> CommandHandle {
        // Takes no snapshot of the state: it would be held until the answer.
        FiredLoad(self, "Load of \(name)", options.loading(name), launcher)
    }

    fileprivate nonisolated(nonsending) func load(_ core: Core<StateType>) async throws {
        // The same in each attempt, and no other launch's.
        guard let launch = core.owner?.state.launch else { return }
        let id = RequestID(launch)
        let need = await core.need(of: id, status)
        guard need.isNeeded else { return }
        let change: @Sendable (StatusChange<Value>.Kind) -> StatusChange<Value> = { [name] kind in
            StatusChange<Value>(name: name, id: id, kind: kind)
        }
        // The answer stands at the mark, below every prediction, and so must the beginning, or it would come after it.
        core.fire(
            event: change(.started(attempt: (need.attempt ?? 0) + 1)), .authoritative, fileID: fileID, line: line)
        if let entities {
            let progress = LoadProgress<Value> { [fileID, line] in
                core.fire(event: change($0), .authoritative, fileID: fileID, line: line)
            }
            // What is shown first ends the run, so an answer that comes behind it begins it once more.
            try await core.readBetweenChanges(
                about: entities, isFirst: need.isFirst, fileID: fileID, line: line
            ) {
                let value = try await body(core, progress)
                return [
                    change(.started(attempt: (need.attempt ?? 0) + 1)),
                    change(.succeeded(value, at: now?() ?? .now(in: core.runtime))),
                ]
            }
            return
        }
        let mark = core.mark()
        // By its number: a body that keeps the progress does not keep the mark, and the log with it.
        let progress = LoadProgress<Value> { [id = mark.id] in core.report(change($0), below: id) }
        let value = try await body(core, progress)
        core.fire(
            event: change(.succeeded(value, at: now?() ?? .now(in: core.runtime))), .authoritative(asOf: mark),
            fileID: fileID, line: line)
    }
}

/// A load that was fired. A test may look at it, and do something else in its place, as with every command.
private final class FiredLoad<StateType: State, Value: Sendable>: ClosureCommand<StateType>, @unchecked Sendable {
    // Sendable: as CommandHandle.
    private let load: Load<StateType, Value>

    init(
        _ load: Load<StateType, Value>, _ name: String, _ options: CommandOptions,
        _ launcher: CommandLauncher<StateType>
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
}

extension CommandOptions {
    /// These options with the ones of a load.
    fileprivate func loading(_ name: String) -> CommandOptions {
        var options = self
        options.id = CommandID(name)
        if options.policy == .parallel { options.policy = .drop }
        return options
    }
}

/// Reports how far a ``Load`` has come.
///
/// Each report is an event, so report what a screen can show, and not every byte. The status ignores one that goes back, and
/// one that comes after the end of the load is refused. Reports are placed below the answer, in their order, and below what is
/// predicted.
public struct LoadProgress<Value: Sendable>: Sendable {
    let fire: @Sendable (StatusChange<Value>.Kind) -> Void

    /// So much is done, of so much if that is known. From any thread.
    public func report(_ completed: Int64, of total: Int64? = nil) {
        fire(.progressed(completed, of: total))
    }
}

/// The relation of a status to one run.
private struct LoadNeed: Sendable {
    /// Whether the run is to go on: it is the one under way, or there is none and one is needed.
    var isNeeded: Bool
    /// The launch of another run that is under way.
    let other: UInt64?
    /// The attempt that the run is in, nil if it is not under way.
    let attempt: Int?
    /// Whether nothing is held yet.
    let isFirst: Bool

    init<Value, Failure>(_ status: RequestStatus<Value, Failure>, of id: RequestID) {
        let isRunning = status.runningID == id
        isNeeded = status.needsLoad || isRunning
        other = isRunning ? nil : status.runningID?.rawValue
        attempt = isRunning ? status.attempt : nil
        isFirst = status.held == nil
    }
}

extension Core {
    /// Returns the relation of a status to a run. A status that shows a run without a command was recorded by a process
    /// that has ended.
    fileprivate func need(
        of id: RequestID, _ status: @Sendable (borrowing StateType, RequestID) -> LoadNeed
    ) -> LoadNeed {
        var need = read { status($0, id) }
        if let other = need.other, !engine.commands.isRunning(other) { need.isNeeded = true }
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
    ///   - name: the stable name of the status; also the command's id, for ``Core/cancel(id:)``.
    ///   - member: where the status is.
    ///   - entities: what it is about, as the app's own changes name it; nothing is everything, and nil where it does not
    ///     matter whether a change crosses it.
    ///   - owner: the type whose ``Reset`` cancels it; nil takes those of the command it is called from.
    ///   - timeout: how long all attempts together may take.
    ///   - retry: whether a failed attempt is followed by another.
    ///   - now: the time of the answer; nil asks the core's runtime.
    ///   - body: asks for the value, on the command executor.
    @discardableResult
    public nonisolated func load<Value: Sendable, Failure: RequestFailure>(
        _ name: String, _ member: KeyPath<StateType, RequestStatus<Value, Failure>> & Sendable,
        about entities: [any Hashable & Sendable]? = nil, owner: Any.Type? = nil, timeout: Duration? = nil,
        retry: RetryPolicy = .never, now: (@Sendable () -> Timestamp)? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, _ body: nonisolated(nonsending) @escaping @Sendable (Core<StateType>) async throws -> Value
    ) -> CommandHandle {
        let load = Load(name, member, about: entities, now: now, fileID: fileID, line: line, body)
        return fire(command: load, fileID: fileID, line: line) { options in
            options.owners = owner.map { [$0] }
            options.timeout = timeout
            options.retry = retry
        }
    }
}

extension RequestStatus where Value: Sendable, Failure: RequestFailure {
    /// Applies what a ``Load`` of this name fires, and how it ended.
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
    /// - Returns: whether the event was meant for this status, also when it did not apply any more.
    public mutating func react(to event: any Event, as name: String) -> Bool {
        if let change = event.as(StatusChange<Value>.self), change.name == name {
            switch change.kind {
            case .started(let attempt): begin(change.id, attempt: attempt)
            case .progressed(let completed, let total):
                report(change.id, Progress(completed, of: total))
            case .succeeded(let value, let time):
                succeed(change.id, with: value, at: time)
            }
            return true
        }
        guard let ended = event.as(CommandEnded.self), ended.id == CommandID(name) else { return false }
        let id = RequestID(ended.launch)
        if case .failed(let error) = ended.outcome { fail(id, with: Failure(failure: error)) } else { cancel(id) }
        return true
    }
}
