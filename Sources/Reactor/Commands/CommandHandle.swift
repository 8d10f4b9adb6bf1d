/// A command that was fired: cancels it, tells how it ended.
///
/// Keeping the handle is not needed, and does not keep the core alive.
///
/// ```swift
/// let search = core.fire(command: Search(text: "weights"))
/// search.cancel()
/// let outcome = await search.outcome
/// ```
public class CommandHandle: @unchecked Sendable {
    // Sendable: `options` and `mailbox` never change; `run` belongs to the core's executor; the rest is guarded by the
    // mailbox's lock. Unchecked, since nothing reaches a variable while it is being changed, and that the runtime looks
    // for it costs 80 instructions each time.
    let options: CommandOptions
    let mailbox: Mailbox
    /// Where it is in its life. Touched on the core's executor alone.
    @exclusivity(unchecked) var run = CommandRun()

    @exclusivity(unchecked) private var outcomeIfEnded: CommandOutcome?
    @exclusivity(unchecked) private var waiting: [UnsafeContinuation<CommandOutcome, Never>] = []
    @exclusivity(unchecked) private var task: Task<Void, Never>?
    @exclusivity(unchecked) private var isBodyCancelled = false

    init(options: CommandOptions, mailbox: Mailbox) {
        self.options = options
        self.mailbox = mailbox
    }

    /// What commands without an id share places by: their type, with where it is declared.
    var slotName: String { commandName }

    /// The part of the state it was launched in.
    var launchPlace: CommandPlace? { nil }

    /// The name of the command's type, for reports and ``CommandEnded``.
    var commandName: String { "" }

    /// The command itself, nil for a closure.
    var command: (any Sendable)? { nil }

    /// Cancels the command. Takes its place in the order: what was fired before is applied first. From there on what the
    /// command fires is refused, and its outcome is `.cancelled` unless it had ended.
    public func cancel() { mailbox.post(.cancel(.launch(self))) }

    /// How the command ended; waits until it has.
    ///
    /// Called from inside an update, it does not hold up a wait of that command for ``Core/settled()`` or ``Core/idle()``.
    public var outcome: CommandOutcome {
        get async {
            await Turn.awaiting(self) {
                await withUnsafeContinuation { continuation in
                    let outcome = mailbox.withLock {
                        if outcomeIfEnded == nil { waiting.append(continuation) }
                        return outcomeIfEnded
                    }
                    if let outcome { continuation.resume(returning: outcome) }
                }
            }
        }
    }

    /// The id that the command shares places with.
    var slotID: CommandID? {
        if let id = options.id { return CommandID(id.name, in: launchPlace) }
        let isPlain =
            options.policy == .parallel && options.max == nil && options.debounce == nil && options.throttle == nil
        return isPlain ? nil : CommandID(slotName, in: launchPlace)
    }

    var asCause: Refusal.Cause { Refusal.Cause(command: commandName, launch: run.launch) }

    /// As ``asCause``, for a recorder. On the core's executor.
    var asLogCause: LogCause {
        if run.name == nil { run.name = commandName }
        return LogCause(command: run.name ?? commandName, launch: run.launch, parent: run.parent)
    }

    // MARK: For the core

    /// Decides the outcome, once.
    func end(_ outcome: CommandOutcome) {
        let waiting = mailbox.withLock {
            outcomeIfEnded = outcome
            defer { self.waiting = [] }
            return self.waiting
        }
        for continuation in waiting { continuation.resume(returning: outcome) }
    }

    /// Cancels the task that runs the body, or the one that is about to.
    func cancelBody() {
        let task = mailbox.withLock {
            isBodyCancelled = true
            return self.task
        }
        task?.cancel()
    }

    var wasBodyCancelled: Bool { mailbox.withLock { isBodyCancelled } }

    /// Keeps the task of the body, to cancel it.
    func keep(_ task: Task<Void, Never>) {
        let isCancelled = mailbox.withLock {
            self.task = task
            return isBodyCancelled
        }
        if isCancelled { task.cancel() }
    }
}
