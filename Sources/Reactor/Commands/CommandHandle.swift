/// A command that was fired: cancels it, and knows how it ended.
///
/// Keeping the handle is not needed, and does not keep the core alive.
///
/// ```swift
/// let search = core.fire(command: Search(text: "weights"))
/// search.cancel()
/// let outcome = await search.outcome
/// ```
public class CommandHandle: @unchecked Sendable {
    // Sendable: `options` and `mailbox` never change, nor does `place` once the handle is shared; `state` belongs to the core's
    // executor; the values that subclasses store for an attempt are set there and taken on the command executor, one after the
    // other through the executor's lock; the rest is guarded by the mailbox's lock. Unchecked are the variables that the runtime
    // would check ten times for a command. No code reaches them while they are being changed.
    let options: CommandOptions
    let mailbox: Mailbox
    /// Where it was fired, where the core keeps that. Set before the handle is shared.
    @exclusivity(unchecked) var place: CallSite?
    /// Where it is in its life. Touched on the core's executor alone.
    @exclusivity(unchecked) var state = CommandState()

    /// The notifications of an observer, if there is one. Set before it is posted, or by the core.
    var observation: Observation?

    /// The core that the attempt is given, from the start of the attempt until its result is posted.
    var preparedCore: AnyObject? { mustOverride() }

    private var outcomeIfEnded: CommandOutcome?
    private var failure: UnreadFailure?
    @exclusivity(unchecked) private var waiting: [UnsafeContinuation<CommandOutcome, Never>] = []
    /// The task that runs the body, from before its first line until it has returned.
    private var task: CommandTask?
    private var isBodyCancelled = false
    /// The latest errors of this attempt for which a prediction of the command had events: they are handled, also if the
    /// command throws them on. A command that runs in a loop must not retain every error.
    private var handledErrors: [any Error] = []

    init(options: consuming CommandOptions, mailbox: Mailbox) {
        self.options = options
        self.mailbox = mailbox
    }

    /// The name by which commands without an id share places: their type, with the place of its declaration.
    var slotName: String { commandName }

    /// The part of the state it was launched in.
    var launchPath: LaunchPath? { mustOverride() }

    /// The name of its command type, for reports and ``CommandEnded``.
    var commandName: String { mustOverride() }

    /// The command itself, nil for a closure.
    var command: (any Sendable)? { mustOverride() }

    /// Cancels the command. The cancellation is enqueued: events that were fired before it are applied first. After
    /// that, events of the command are refused, and its outcome is `.cancelled` unless it had ended.
    public func cancel() { mailbox.post(.cancel(.launch(self))) }

    /// The outcome of the command, when it has ended. Reading a failure handles it, so the core does not report it.
    ///
    /// - Warning: An update of a subscriber that awaits the outcome is a deadlock if the command waits for ``Core/settled()`` or
    ///   ``Core/idle(besides:)``.
    public var outcome: CommandOutcome {
        get async {
            await withUnsafeContinuation { continuation in
                let (outcome, failure) = mailbox.withLock {
                    if outcomeIfEnded == nil { waiting.append(continuation) }
                    return (outcomeIfEnded, self.failure)
                }
                failure?.read()
                if let outcome { continuation.resume(returning: outcome) }
            }
        }
    }

    /// The id that the command shares places with.
    var slotID: CommandID? {
        if let id = options.id { return CommandID(id.name, in: launchPath) }
        let isPlain =
            options.policy == .parallel && options.max == nil && options.debounce == nil && options.throttle == nil
        return isPlain ? nil : CommandID(slotName, in: launchPath)
    }

    var asCause: Refusal.Cause { Refusal.Cause(command: commandName, launch: state.launch) }

    /// As ``asCause``, for a recorder. On the core's executor.
    var asLogCause: LogCause {
        if state.name == nil { state.name = commandName }
        return LogCause(
            command: state.name ?? commandName, launch: state.launch, parent: state.parent,
            launchedAt: state.isLaunchRecorded ? nil : state.launchedAt,
            event: state.isLaunchRecorded ? nil : state.event,
            at: place)
    }

    // MARK: For the core

    /// Decides the outcome, once.
    func end(_ outcome: CommandOutcome) {
        let failure = state.failure
        state.failure = nil
        let waiting = mailbox.withLock {
            outcomeIfEnded = outcome
            self.failure = state.isByReaction ? nil : failure
            defer { self.waiting = [] }
            return self.waiting
        }
        if !waiting.isEmpty { failure?.read() }
        for continuation in waiting { continuation.resume(returning: outcome) }
    }

    /// Cancels the task that runs the body, or the one that is about to.
    func cancelBody() {
        let done = Signal()
        let task = mailbox.withLock {
            isBodyCancelled = true
            self.task?.cancelling = done
            return self.task
        }
        // Not under the lock: cancelling calls the program's handlers, which may fire.
        task?.cancel()
        done.fire()
    }

    /// Whether the body runs in this task, as ``RunningUpdate/currentTask`` names it.
    func runs(in task: Int) -> Bool { mailbox.withLock { self.task?.task?.hashValue == task } }

    /// Takes note of an error that the program has handled before the command throws it.
    func handled(_ error: any Error) {
        // Released after the lock: an object that the error retains may fire an event in its `deinit`.
        let evicted: (any Error)? = mailbox.withLock {
            handledErrors.append(error)
            return handledErrors.count > 16 ? handledErrors.removeFirst() : nil
        }
        _ = evicted
    }

    /// Whether this is one of the errors that were handled: errors have no identity, so the type and the text decide.
    func hasHandled(_ error: any Error) -> Bool {
        let handled = mailbox.withLock { handledErrors }
        return handled.contains { type(of: $0) == type(of: error) && "\($0)" == "\(error)" }
    }

    // MARK: For the command executor

    /// Takes what the next attempt needs from the engine, which commands do not know. On the core's executor, when the table
    /// says start.
    func prepare(on engine: AnyObject) { mustOverride() }

    /// Releases what was prepared, taken or not: a command that was cancelled before it started never takes it.
    func discard() { mustOverride() }

    /// Runs the prepared attempt on the command executor.
    func execute(on executor: isolated any Actor) async throws { mustOverride() }

    /// The body begins in this task: now a cancellation reaches it.
    ///
    /// - Returns: whether it is to begin; not when it was cancelled before.
    func begin(in task: CommandTask) -> Bool {
        // Released after the lock, as in `handled(_:)`.
        var earlier: [any Error] = []
        return mailbox.withLock {
            self.task = task
            swap(&earlier, &handledErrors)
            return !isBodyCancelled
        }
    }

    /// The body has returned: a cancellation no longer reaches its task. Takes its place in the order.
    func returned(_ result: AttemptResult, wakes: Bool) {
        mailbox.post(.returned(self, result), wakes: wakes) { task = nil }
    }
}

extension Error {
    /// Whether the error only reports that a task or a request was canceled. A canceled request of Foundation throws
    /// `NSURLErrorCancelled` or `NSUserCancelledError`. Their domains and codes can be read without Foundation.
    var isCancellation: Bool {
        self is CancellationError || _domain == "NSURLErrorDomain" && _code == -999
            || _domain == "NSCocoaErrorDomain" && _code == 3072
    }
}

/// The outcome of one attempt of a command.
enum AttemptResult {
    case returned
    case threw(any Error)
}
