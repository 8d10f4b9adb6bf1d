/// Where commands start, in order, and run between their awaits.
final class CommandLane: Sendable {
    private struct Starts {
        var handles: [StartableCommand] = []
        var isPending = false
    }

    private let lane: Lane
    private let spawn: Spawning
    private let starts = Guarded(Starts())

    init(_ runtime: Runtime) {
        lane = Lane(runtime.commandExecutor)
        spawn = runtime.spawn
    }

    /// Puts a command that was prepared at the end of those to be started.
    ///
    /// - Returns: whether somebody has to call ``startAll()``, which is not under way.
    func add(_ handle: StartableCommand) -> Bool {
        starts.withLock { starts in
            starts.handles.append(handle)
            defer { starts.isPending = true }
            return !starts.isPending
        }
    }

    /// Starts everything that waits, in order.
    func startAll() async { await lane.startAll(from: self) }

    fileprivate func takeAll() -> [StartableCommand] {
        starts.withLock { starts in
            defer { starts.handles = [] }
            starts.isPending = !starts.handles.isEmpty
            return starts.handles
        }
    }

    /// Starts a task for a command. Those that wait behind it run in the same task until one of them suspends: a command
    /// that finishes at once needs no task of its own, which would cost more than everything else about it.
    fileprivate func start(_ handle: StartableCommand, on lane: isolated Lane) {
        let run = LaneRun(handle)
        let task: Task<Void, Never>
        if spawn.preferred == nil, #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) {
            // Naming no preference is cheaper than preferring nothing: 1,300 instructions a task.
            task = Task.immediateDetached { await CommandLane.run(handle, in: run, on: lane) }
        } else {
            task = spawn.immediate { await CommandLane.run(handle, in: run, on: lane) }
        }
        // From here on the task is its command's own: to cancel it cancels nothing else.
        run.isFirstPart = false
        run.command?.keep(task)
    }

    private static func run(_ first: StartableCommand, in run: LaneRun, on lane: isolated Lane) async {
        var next: StartableCommand? = first
        while let command = next {
            run.command = command
            var result = AttemptResult.returned
            do {
                if command.wasBodyCancelled { throw CancellationError() }
                try await command.execute(on: lane)
            } catch {
                result = .threw(error)
            }
            finish(command, result, on: lane)
            run.command = nil
            next = run.isFirstPart ? lane.nextToStart() : nil
        }
    }

    private static func finish(_ handle: StartableCommand, _ result: AttemptResult, on lane: isolated Lane) {
        // Let go before the result is posted: from then on the core may prepare the next attempt.
        let core = handle.core
        handle.discard()
        handle.mailbox.post(.returned(handle, result), wakes: !lane.isStarting)
        withExtendedLifetime(core) {}
    }

    /// After how many starts the core is woken for the ends of those that finished at once. A wake for each had core and
    /// lane waking each other in turn, at a fifth of the cost of a command.
    fileprivate static let startsBetweenWakes = 16
}

/// A task of the command lane. Touched on the lane alone.
private final class LaneRun: @unchecked Sendable {
    // Sendable: touched by functions that are isolated to the lane, and by them alone.

    /// What it is running.
    var command: StartableCommand?
    /// Whether it has not suspended yet, so that whoever started it still waits for it.
    var isFirstPart = true

    init(_ command: StartableCommand) { self.command = command }
}

extension Lane {
    fileprivate func startAll(from commands: CommandLane) {
        while true {
            let handles = commands.takeAll()
            guard let first = handles.first else { return }
            // All are of one core, which is to hear of their ends although nobody else may hold it.
            withExtendedLifetime(first.core) {
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

    /// Takes the next of those that are being started.
    fileprivate func nextToStart() -> StartableCommand? {
        guard let next = starting.popFirst() else { return nil }
        if starting.count % CommandLane.startsBetweenWakes == 0 { next.mailbox.wakeIfWaiting() }
        return next
    }
}
