/// The delivery queues that have values after a pass.
struct Deliveries: Sendable {
    private(set) var queues: [DeliveryQueue]
    private let spawn: Spawning

    init(_ queues: [DeliveryQueue], _ spawn: Spawning) {
        self.queues = queues
        self.spawn = spawn
    }

    /// Starts the tasks that deliver in addition to the caller's task.
    ///
    /// - Parameter all: Whether to start tasks for all queues, so that the caller need not call ``run()``.
    mutating func start(all: Bool) {
        if spawn.preferred != nil {
            // A task for each queue, because the order in which they continue is decided by the preferred executor,
            // such as that of a simulation.
            let own = all ? 0 : 1
            for queue in queues.dropLast(own) {
                spawn.detached { await RunningUpdate.delivering { await queue.run($0) } }
            }
            queues = queues.suffix(own)
        } else if all && !queues.isEmpty {
            spawn.detached { [self] in await run() }
            queues = []
        }
    }

    /// Delivers until the queues are empty.
    func run() async {
        guard let first = queues.first else { return }
        if queues.count == 1 { return await RunningUpdate.delivering { await first.run($0) } }
        await DeliveryPump(queues).run()
    }
}

/// Delivers from many queues with few tasks, because a task costs about as much as an event with a subscriber.
///
/// One task handles the queues one after another. While other queues wait, a second task is ready. It handles them
/// while an update suspends the first task, or at the same time if a thread is free, and then starts another task. So
/// no queue waits for the update of another queue.
final class DeliveryPump: Sendable {
    private struct Waiting {
        let queues: [DeliveryQueue]
        var taken = 0
    }

    private let waiting: Guarded<Waiting>

    init(_ queues: [DeliveryQueue]) { waiting = Guarded(Waiting(queues: queues)) }

    /// Delivers until no queue is left.
    func run() async {
        var (queue, isLast) = take()
        if !isLast { Task.detached { await self.run() } }
        await RunningUpdate.delivering { running in
            while let next = queue {
                await next.run(running)
                (queue, _) = take()
            }
        }
    }

    /// Removes the next queue, and returns whether it is the last.
    private func take() -> (DeliveryQueue?, isLast: Bool) {
        waiting.withLock { waiting in
            guard waiting.taken < waiting.queues.count else { return (nil, true) }
            waiting.taken += 1
            return (waiting.queues[waiting.taken - 1], waiting.taken == waiting.queues.count)
        }
    }
}
