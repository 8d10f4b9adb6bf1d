/// A handle of a fired command. It cancels the command and contains its outcome.
///
/// ```swift
/// let search = core.fire(command: Search(text: "weights"))
/// search.cancel()
/// let outcome = await search.outcome
/// ```
///
/// You do not need to retain the handle, and it does not keep the core alive.
public class CommandHandle: @unchecked Sendable {
    // Sendable: `mailbox` never changes; `options` and `state` belong to the core's executor after the handle is posted;
    // the properties that subclasses store for an attempt are set there and read on the command executor, one after the
    // other through the executor's lock; the mailbox's lock protects the rest. The exclusivity of some variables is
    // unchecked, because the runtime would check it ten times per command. No code can reach them while they are being
    // changed.
    @exclusivity(unchecked) private(set) var options: CommandOptions
    let mailbox: Mailbox
    /// The current state of the command. Used only on the core's executor, after the handle is posted.
    @exclusivity(unchecked) var state = CommandState()

    /// The notifications for an observer, if there is one. Set before the handle is posted, or by the core.
    var observation: Observation?

    /// The core for the current attempt, from its start until its result is posted.
    var preparedCore: AnyObject? { mustOverride() }

    private var outcomeIfEnded: CommandOutcome?
    private var failure: UnreadFailure?
    @exclusivity(unchecked) private var lists = Lists()
    /// The task of the body, from before its first line until it has returned.
    private var task: CommandTask?
    private var isBodyCancelled = false

    private struct Lists {
        /// The callers that wait for the outcome.
        var waiting: [UnsafeContinuation<CommandOutcome, Never>] = []
        /// The last 16 errors of this attempt that `onFailure` of a prediction turned into events. They count as handled,
        /// even if the command rethrows them. The number is limited, because a command can run in a loop.
        var handledErrors: [any Error] = []
    }

    init(options: consuming CommandOptions, mailbox: Mailbox) {
        self.options = options
        self.mailbox = mailbox
    }

    /// The name of the slot of a command without an id: its type, with the module and scope of the declaration.
    var slotName: String { commandName }

    /// The child state in which the command was launched.
    var launchPath: LaunchPath? { mustOverride() }

    /// Whether the command is a load, and its status shows its run; false after the status was reset or canceled.
    var isLoad: Bool { false }
    func canEnd(_ whole: borrowing WholeState) -> Bool { true }

    /// The name of the command type, for reports and ``CommandEnded``.
    var commandName: String { mustOverride() }

    /// The command itself; nil for a closure.
    var command: (any Sendable)? { mustOverride() }

    /// Cancels the command. The cancellation is enqueued: events that were fired before it are applied first. After
    /// that, events of the command are refused, and its outcome is `.cancelled` unless it had ended before.
    public func cancel() { mailbox.post(.cancel(.launch(self))) }

    /// The outcome of the command. Reading it waits until the command has ended.
    ///
    /// Reading a failure counts as handling it, so the core does not report it.
    ///
    /// - Warning: An update of a subscriber that awaits the outcome is a deadlock if the command waits for
    ///   ``Core/settled()`` or ``Core/idle(except:)``.
    public var outcome: CommandOutcome {
        get async {
            await withUnsafeContinuation { continuation in
                let (outcome, failure) = mailbox.withLock {
                    if outcomeIfEnded == nil { lists.waiting.append(continuation) }
                    return (outcomeIfEnded, self.failure)
                }
                failure?.read()
                if let outcome { continuation.resume(returning: outcome) }
            }
        }
    }

    /// The id of the slot that the command shares with others; nil if no option of the command needs a slot.
    var slotID: CommandID? {
        if let id = options.id { return CommandID(id.name, in: launchPath) }
        if case .parallel = options.policy, options.max == nil, options.debounce == nil, options.throttle == nil {
            return nil
        }
        return CommandID(slotName, in: launchPath)
    }

    var asCause: Refusal.Cause { Refusal.Cause(command: commandName, launch: state.launch) }

    /// The cause of an entry for a recorder. Only for the core's executor.
    var asLogCause: LogCause {
        if state.name == nil { state.name = commandName }
        return LogCause(
            command: state.name ?? commandName, launch: state.launch, parent: state.parent,
            launchedAt: state.isLaunchRecorded ? nil : state.launchedAt,
            event: state.isLaunchRecorded ? nil : state.event,
            at: state.place)
    }

    // MARK: For the core

    /// Sets the outcome, and releases the command unless its body is running. Called once.
    func end(_ outcome: CommandOutcome) {
        let failure = state.failure
        state.failure = nil
        let isOver = !state.isBodyRunning
        // Released outside of the lock, as in `handled(_:)`.
        var handled: [any Error] = []
        let waiting = mailbox.withLock {
            outcomeIfEnded = outcome
            if isOver { swap(&handled, &lists.handledErrors) }
            self.failure = state.isByReaction ? nil : failure
            defer { lists.waiting = [] }
            return lists.waiting
        }
        if !waiting.isEmpty { failure?.read() }
        for continuation in waiting { continuation.resume(returning: outcome) }
        if isOver { release() }
    }

    /// Releases the command, its closures and its observation, when it has ended and its body is not running: the
    /// program can retain the handle for a long time after that. Runs on the core's executor, outside of every lock,
    /// because the release can run any code.
    func release() {
        observation = nil
        if options.retry.attempts > 1 { options.retry = .never }
    }

    /// Releases the command after the body of an ended command has returned.
    func bodyOfEndedReturned() {
        var handled: [any Error] = []
        mailbox.withLock { swap(&handled, &lists.handledErrors) }
        release()
    }

    /// Cancels the task of the body, or prevents the body from starting.
    func cancelBody() {
        let done = Signal()
        let task = mailbox.withLock {
            isBodyCancelled = true
            self.task?.cancelling = done
            return self.task
        }
        // Outside of the lock, because a cancellation calls handlers of the program, which can fire.
        task?.cancel()
        done.fire()
    }

    /// Whether the body runs in this task, a value of ``RunningUpdate/currentTask``.
    func runs(in task: Int) -> Bool { mailbox.withLock { self.task?.task?.hashValue == task } }

    /// Records an error that the program has handled before the command throws it.
    func handled(_ error: any Error) {
        // Released outside of the lock, because an object in the error can fire an event in its `deinit`.
        let evicted: (any Error)? = mailbox.withLock {
            lists.handledErrors.append(error)
            return lists.handledErrors.count > 16 ? lists.handledErrors.removeFirst() : nil
        }
        _ = evicted
    }

    /// Whether an error counts as handled. Errors have no identity, so their type and text are compared.
    func hasHandled(_ error: any Error) -> Bool {
        let handled = mailbox.withLock { lists.handledErrors }
        return handled.contains { type(of: $0) == type(of: error) && "\($0)" == "\(error)" }
    }

    // MARK: For the command executor

    /// Prepares the next attempt with the core and the state of the engine, a type that is not visible here. Runs on
    /// the core's executor when the table starts the command.
    func prepare(on engine: AnyObject) { mustOverride() }

    /// Releases the prepared values. They may be unused, if the command was canceled before it started.
    func discard() { mustOverride() }

    /// Runs the prepared attempt on the command executor, which calls it.
    nonisolated(nonsending) func execute() async throws { mustOverride() }

    /// Connects the command with the task of its body, so that a cancellation reaches it.
    ///
    /// - Returns: Whether the body has to run. False if the command was canceled before.
    func begin(in task: CommandTask) -> Bool {
        // Released outside of the lock, as in `handled(_:)`.
        var earlier: [any Error] = []
        return mailbox.withLock {
            self.task = task
            swap(&earlier, &lists.handledErrors)
            return !isBodyCancelled
        }
    }

    /// Posts the result of the body in order with the events. A later cancellation no longer reaches the task.
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

/// The result of one attempt of a command.
enum AttemptResult {
    case returned
    case threw(any Error)
}
