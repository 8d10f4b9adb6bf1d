/// The queues in which values wait after one look at the state.
struct Deliveries: Sendable {
    private(set) var queues: [DeliveryQueue]
    private let spawn: Spawning

    init(_ queues: [DeliveryQueue], _ spawn: Spawning) {
        self.queues = queues
        self.spawn = spawn
    }

    /// Starts the tasks that deliver in addition to the caller's task.
    ///
    /// - Parameter all: whether nothing is left for the caller to ``run()``.
    mutating func start(all: Bool) {
        if spawn.preferred != nil {
            // A task for each queue: an executor that was given, such as a simulation's, decides in which order they go on.
            let own = all ? 0 : 1
            for queue in queues.dropLast(own) { spawn.detached { await queue.run() } }
            queues = queues.suffix(own)
        } else if all && !queues.isEmpty {
            spawn.detached { [self] in await run() }
            queues = []
        }
    }

    /// Delivers until nothing waits on any of them.
    func run() async {
        if queues.count <= 1 { return await queues.first?.run() ?? () }
        await DeliveryPump(queues).run()
    }
}

/// Delivers on many queues with few tasks, since a task costs about as much as an event with a subscriber.
///
/// One task goes from queue to queue. As long as other queues wait, a second task is ready. It continues with them
/// while an update keeps the first task waiting, or runs at the same time if a thread is free, and then has another
/// task ready. So no queue waits for the update of another.
final class DeliveryPump: Sendable {
    private struct Waiting {
        let queues: [DeliveryQueue]
        var taken = 0
    }

    private let waiting: Guarded<Waiting>

    init(_ queues: [DeliveryQueue]) { waiting = Guarded(Waiting(queues: queues)) }

    /// Delivers until no queue waits.
    func run() async {
        var (queue, isLast) = take()
        if !isLast { Task.detached { await self.run() } }
        while let next = queue {
            await next.run()
            (queue, _) = take()
        }
    }

    /// The next queue, and whether it is the last.
    private func take() -> (DeliveryQueue?, isLast: Bool) {
        waiting.withLock { waiting in
            guard waiting.taken < waiting.queues.count else { return (nil, true) }
            waiting.taken += 1
            return (waiting.queues[waiting.taken - 1], waiting.taken == waiting.queues.count)
        }
    }
}
