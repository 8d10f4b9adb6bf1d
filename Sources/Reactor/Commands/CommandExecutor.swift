/// The serial executor of a core's commands. It starts them in order and runs them between their awaits.
actor CommandExecutor {
    private struct Starts {
        var handles: [CommandHandle] = []
        var isPending = false
    }

    private let owner: AnyObject
    nonisolated let unownedExecutor: UnownedSerialExecutor
    /// Whether it is the executor of the main actor.
    nonisolated let isMain: Bool
    private nonisolated let spawn: Spawning
    private nonisolated let starts = Guarded(Starts())
    /// Whether a started command has not suspended yet, so that the next one is not started.
    private var isStarting = false
    /// The commands that are being started one after another.
    private var starting: ArraySlice<CommandHandle> = []
    /// The number of tasks that were created and have not begun, on systems without immediate tasks.
    private var waitingToBegin = 0

    /// The number of starts after which the core is woken to process the commands that finished without suspending. If
    /// each of them woke the core, the core and this executor would wake each other alternately.
    private static let startsBetweenWakes = 16

    /// The number of rounds of starts after which other work of the main actor continues, so that commands that fire the
    /// next one do not block it.
    private static let roundsOnMain = 64

    init(_ runtime: Runtime) {
        let choice = runtime.commandExecutor ?? (runtime.executor.isMain ? .main : .own)
        isMain = choice.isMain
        (owner, unownedExecutor) = choice.make()
        spawn = runtime.spawn
    }

    /// Appends a prepared command to the commands to be started.
    ///
    /// - Returns: Whether the caller has to call ``startAll()``, because no call is scheduled.
    nonisolated func add(_ handle: CommandHandle) -> Bool {
        starts.withLock { starts in
            starts.handles.append(handle)
            defer { starts.isPending = true }
            return !starts.isPending
        }
    }

    /// Whether a command that was added before has not reached its first await or its end.
    nonisolated var isStartingCommands: Bool { starts.withLock(\.isPending) }

    /// Starts every waiting command, in order, in a call on the main actor.
    nonisolated func startInPlace() { assumeIsolated { $0.startAll() } }

    /// Starts every waiting command, in order. A call from inside a command that is being started does nothing: the
    /// outer call starts the commands that were added in the meantime.
    func startAll() {
        if isStarting { return }
        for _ in 0..<(isMain ? CommandExecutor.roundsOnMain : .max) {
            let handles = takeAll()
            guard let first = handles.first else { return }
            // All commands belong to one core. It has to process their results even if no other reference to it exists.
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
        spawn.detached { await self.startAll() }
    }

    private nonisolated func takeAll() -> [CommandHandle] {
        starts.withLock { starts in
            defer { starts.handles = [] }
            starts.isPending = !starts.handles.isEmpty
            return starts.handles
        }
    }

    /// Removes the next of the commands that are being started.
    private func nextToStart() -> CommandHandle? {
        guard let next = starting.popFirst() else { return nil }
        if starting.count % CommandExecutor.startsBetweenWakes == 0 { next.mailbox.wakeIfWaiting() }
        return next
    }

    /// Starts a task for a command. The next commands run in the same task until one of them suspends: a command that
    /// finishes without suspending does not need its own task, which would be most of its cost.
    private func start(_ handle: CommandHandle) {
        let task = CommandTask()
        if spawn.preferred == nil, #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) {
            // Without a preference, this is cheaper than a preference of nil.
            Task.immediateDetached { await CommandExecutor.run(handle, in: task, on: self) }
        } else if spawn.preferred == nil, isMain, waitingToBegin == 0, InPlaceStart.isPossible {
            InPlaceStart.start { await CommandExecutor.run(handle, in: task, on: self) }
        } else {
            waitingToBegin += 1
            _ = spawn.immediate {
                await self.begin(handle, in: task)
                Spawning.end()
            }
        }
        // From here on the task belongs to one command.
        task.isFirstPart = false
    }

    private func begin(_ handle: CommandHandle, in task: CommandTask) async {
        waitingToBegin -= 1
        await CommandExecutor.run(handle, in: task, on: self)
    }

    private static func run(_ first: CommandHandle, in task: CommandTask, on executor: isolated CommandExecutor) async {
        task.begin()
        var next: CommandHandle? = first
        while let command = next {
            var result = AttemptResult.returned
            do {
                if !command.begin(in: task) { throw CancellationError() }
                if executor.isMain { try await executeOnMain(command) } else { try await command.execute() }
            } catch {
                result = .threw(error)
            }
            executor.finish(command, result)
            // The next command must not run in a canceled task.
            next = task.isFirstPart && !task.isCancelled ? executor.nextToStart() : nil
        }
        await task.end()
    }

    /// Executes a command with the isolation of the main actor, so that its calls are calls on the main actor.
    @MainActor
    private static func executeOnMain(_ command: CommandHandle) async throws { try await command.execute() }

    private func finish(_ handle: CommandHandle, _ result: AttemptResult) {
        // Released before the result is posted, because the core may then prepare the next attempt.
        let core = handle.preparedCore
        handle.discard()
        handle.returned(result, wakes: !isStarting)
        withExtendedLifetime(core) {}
    }
}

/// A task of the command executor. A command has it before the first line of its body, so that a body that never
/// suspends also sees its cancellation.
final class CommandTask: @unchecked Sendable {
    // Sendable: `cancelling` is set under the mailbox's lock by the caller that found the task in its command, and read
    // by the executor under the same lock after the command has left the task. All other properties are used only on
    // the executor, except `task`, which is set before a command has this object. `task` can be used outside of its own
    // code while it runs: it is unstructured, so a reference keeps it in memory, and end() does not return before its
    // cancellation is done.

    private(set) var task: UnsafeCurrentTask?
    /// Whether the task has not suspended yet, so that the executor waits for it.
    var isFirstPart = true
    /// Fires after the task's cancellation was requested. nil if it was not canceled through ``CommandHandle``.
    var cancelling: Signal?

    /// Stores the current task. Has to be called in this task.
    func begin() { task = withUnsafeCurrentTask { $0 } }

    func cancel() { task?.cancel() }

    /// Whether the task was canceled, or is being canceled, by another task or by its own code.
    var isCancelled: Bool { cancelling != nil || task?.isCancelled == true }

    /// Ends the task after its last command. Has to be called in this task.
    nonisolated(nonsending) func end() async {
        if let cancelling { await cancelling.wait() }
        task = nil
    }
}
