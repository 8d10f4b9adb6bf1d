/// Where commands start, in order, and run between their awaits.
final class CommandExecutor: Sendable {
    private struct Starts {
        var handles: [CommandHandle] = []
        var isPending = false
    }

    private let executor: CommandActor
    private let spawn: Spawning
    private let starts = Guarded(Starts())

    init(_ runtime: Runtime) {
        executor = CommandActor(runtime.commandExecutor)
        spawn = runtime.spawn
    }

    /// Puts a command that was prepared at the end of the commands to be started.
    ///
    /// - Returns: whether the caller has to call ``startAll()``, which is not under way.
    func add(_ handle: CommandHandle) -> Bool {
        starts.withLock { starts in
            starts.handles.append(handle)
            defer { starts.isPending = true }
            return !starts.isPending
        }
    }

    /// Starts everything that waits, in order.
    func startAll() async { await executor.startAll(from: self) }

    fileprivate func takeAll() -> [CommandHandle] {
        starts.withLock { starts in
            defer { starts.handles = [] }
            starts.isPending = !starts.handles.isEmpty
            return starts.handles
        }
    }

    /// Starts a task for a command. The commands behind it run in the same task until one of them suspends: a command
    /// that finishes at once needs no task of its own, which would cost more than everything else about it.
    fileprivate func start(_ handle: CommandHandle, on executor: isolated CommandActor) {
        let task = CommandTask()
        if spawn.preferred == nil, #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) {
            // Naming no preference is cheaper than preferring nothing: 1,300 instructions a task.
            Task.immediateDetached { await CommandExecutor.run(handle, in: task, on: executor) }
        } else {
            _ = spawn.immediate {
                await CommandExecutor.run(handle, in: task, on: executor)
                Spawning.end()
            }
        }
        // From here on the task is its command's own.
        task.isFirstPart = false
    }

    private static func run(_ first: CommandHandle, in task: CommandTask, on executor: isolated CommandActor) async {
        task.begin()
        var next: CommandHandle? = first
        while let command = next {
            var result = AttemptResult.returned
            do {
                if !command.begin(in: task) { throw CancellationError() }
                try await command.execute(on: executor)
            } catch {
                result = .threw(error)
            }
            finish(command, result, on: executor)
            // A task that was cancelled, by whomever, is not for the next.
            next = task.isFirstPart && !task.isCancelled ? executor.nextToStart() : nil
        }
        await task.end()
    }

    private static func finish(_ handle: CommandHandle, _ result: AttemptResult, on executor: isolated CommandActor) {
        // Let go before the result is posted: from then on the core may prepare the next attempt.
        let core = handle.preparedCore
        handle.discard()
        handle.returned(result, wakes: !executor.isStarting)
        withExtendedLifetime(core) {}
    }

    /// After how many starts the core is woken for the ends of the commands that finished at once. A wake for each had core
    /// and executor waking each other in turn, at a fifth of the cost of a command.
    fileprivate static let startsBetweenWakes = 16
}

/// A task of the command executor, known to a command before the first line of its body: a body that never suspends sees its
/// cancellation too.
final class CommandTask: @unchecked Sendable {
    // Sendable: `cancelling` is set under the mailbox's lock by the caller that found the task with its command, and read by
    // the executor when the command has left it, under the same lock; everything else is touched on the executor, but for
    // `task`, which is set before any command has this object. `task` may be used outside of its own code while it runs: it
    // is unstructured, so that holding it keeps it in memory, and end() does not return before its cancellation is done.

    private(set) var task: UnsafeCurrentTask?
    /// Whether it has not suspended yet, so that the executor still waits for it.
    var isFirstPart = true
    /// Happens when the cancellation of the task was handed out.
    var cancelling: OneShot?

    /// Takes down which task this is. Called in it.
    func begin() { task = withUnsafeCurrentTask { $0 } }

    func cancel() { task?.cancel() }

    /// Whether it was cancelled, or is being: from outside, or by what ran in it.
    var isCancelled: Bool { cancelling != nil || task?.isCancelled == true }

    /// Called in it, when no command has it any more.
    nonisolated(nonsending) func end() async {
        if let cancelling { await cancelling.wait() }
        task = nil
    }
}

extension CommandActor {
    fileprivate func startAll(from commands: CommandExecutor) {
        while true {
            let handles = commands.takeAll()
            guard let first = handles.first else { return }
            // All are of one core, which is to hear of their ends although nothing else may hold it.
            withExtendedLifetime(first.preparedCore) {
                starting = handles[...]
                while let handle = nextToStart() {
                    isStarting = true
                    commands.start(handle, on: self)
                    isStarting = false
                }
                starting = []
                first.mailbox.wakeIfWaiting()
            }
        }
    }

    /// Takes the next of the commands that are being started.
    fileprivate func nextToStart() -> CommandHandle? {
        guard let next = starting.popFirst() else { return nil }
        if starting.count % CommandExecutor.startsBetweenWakes == 0 { next.mailbox.wakeIfWaiting() }
        return next
    }
}

/// The command executor as an actor.
actor CommandActor {
    private let chosen: ChosenExecutor
    nonisolated let executor: UnownedSerialExecutor
    /// Whether a command is in the part of it that runs before the next is started.
    var isStarting = false
    /// Commands that are started one after the other right now.
    var starting: ArraySlice<CommandHandle> = []

    init(_ choice: CoreExecutor) {
        let chosen = ChosenExecutor(choice)
        executor = chosen.executor
        self.chosen = chosen
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor }
}
