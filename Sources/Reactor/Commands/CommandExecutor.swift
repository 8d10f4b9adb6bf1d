/// Starts commands, in order, and runs them between their awaits.
actor CommandExecutor {
    private struct Starts {
        var handles: [CommandHandle] = []
        var isPending = false
    }

    private let owner: AnyObject
    nonisolated let unownedExecutor: UnownedSerialExecutor
    private nonisolated let spawn: Spawning
    private nonisolated let starts = Guarded(Starts())
    /// Whether a command is in the part of it that runs before the next one is started.
    private var isStarting = false
    /// The commands that are being started one after the other.
    private var starting: ArraySlice<CommandHandle> = []

    /// The number of starts after which the core is woken for the ends of the commands that finished without suspending. If each
    /// end
    /// woke the core, core and executor would wake each other alternately.
    private static let startsBetweenWakes = 16

    init(_ runtime: Runtime) {
        (owner, unownedExecutor) = runtime.commandExecutor.make()
        spawn = runtime.spawn
    }

    /// Puts a command that was prepared at the end of the commands to be started.
    ///
    /// - Returns: whether the caller has to call ``startAll()``, which is not called yet.
    nonisolated func add(_ handle: CommandHandle) -> Bool {
        starts.withLock { starts in
            starts.handles.append(handle)
            defer { starts.isPending = true }
            return !starts.isPending
        }
    }

    /// Starts every command that waits, in order.
    func startAll() {
        while true {
            let handles = takeAll()
            guard let first = handles.first else { return }
            // All are of one core, which receives their ends although nothing else may hold it.
            withExtendedLifetime(first.preparedCore) {
                starting = handles[...]
                while let handle = nextToStart() {
                    isStarting = true
                    start(handle)
                    isStarting = false
                }
                starting = []
                first.mailbox.wakeIfWaiting()
            }
        }
    }

    private nonisolated func takeAll() -> [CommandHandle] {
        starts.withLock { starts in
            defer { starts.handles = [] }
            starts.isPending = !starts.handles.isEmpty
            return starts.handles
        }
    }

    /// Takes the next of the commands that are being started.
    private func nextToStart() -> CommandHandle? {
        guard let next = starting.popFirst() else { return nil }
        if starting.count % CommandExecutor.startsBetweenWakes == 0 { next.mailbox.wakeIfWaiting() }
        return next
    }

    /// Starts a task for a command. The next commands run in the same task until one of them suspends: a command that finishes
    /// without suspending does not need its own task, which would cost more than everything else about it.
    private func start(_ handle: CommandHandle) {
        let task = CommandTask()
        if spawn.preferred == nil, #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) {
            // Naming no preference is cheaper than preferring nothing.
            Task.immediateDetached { await CommandExecutor.run(handle, in: task, on: self) }
        } else {
            _ = spawn.immediate {
                await CommandExecutor.run(handle, in: task, on: self)
                Spawning.end()
            }
        }
        // Now the task belongs to its command.
        task.isFirstPart = false
    }

    private static func run(_ first: CommandHandle, in task: CommandTask, on executor: isolated CommandExecutor) async {
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
            executor.finish(command, result)
            // A task that was canceled, by any caller, is not for the next.
            next = task.isFirstPart && !task.isCancelled ? executor.nextToStart() : nil
        }
        await task.end()
    }

    private func finish(_ handle: CommandHandle, _ result: AttemptResult) {
        // Released before the result is posted: then the core may prepare the next attempt.
        let core = handle.preparedCore
        handle.discard()
        handle.returned(result, wakes: !isStarting)
        withExtendedLifetime(core) {}
    }
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
    var cancelling: Signal?

    /// Takes down which task this is. Called in it.
    func begin() { task = withUnsafeCurrentTask { $0 } }

    func cancel() { task?.cancel() }

    /// Whether it was canceled, or is being: from outside, or by code that ran in it.
    var isCancelled: Bool { cancelling != nil || task?.isCancelled == true }

    /// Called in it, when no command has it any more.
    nonisolated(nonsending) func end() async {
        if let cancelling { await cancelling.wait() }
        task = nil
    }
}
