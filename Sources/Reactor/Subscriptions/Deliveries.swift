/// The lines on which values wait after one look at the state.
struct Deliveries: Sendable {
    private(set) var lines: [DeliveryLine]
    private let spawn: Spawning

    init(_ lines: [DeliveryLine], _ spawn: Spawning) {
        self.lines = lines
        self.spawn = spawn
    }

    /// Starts the tasks that deliver beside the caller's.
    ///
    /// - Parameter all: whether nothing is left for the caller to ``run()``.
    mutating func start(all: Bool) {
        if spawn.preferred != nil {
            // A task for each line: an executor that was given, such as a simulation's, decides in which order they go on.
            let own = all ? 0 : 1
            for line in lines.dropLast(own) { spawn.detached { await line.run() } }
            lines = lines.suffix(own)
        } else if all && !lines.isEmpty {
            spawn.detached { [self] in await run() }
            lines = []
        }
    }

    /// Delivers until nothing waits on any of them.
    func run() async {
        if lines.count <= 1 { return await lines.first?.run() ?? () }
        await DeliveryPump(lines).run()
    }
}

/// Delivers on many lines with few tasks: a task each costs 17,000 instructions.
///
/// One task goes from line to line. As long as others wait, a second stands by: it goes on with them while an update keeps the
/// first waiting, or beside it where a thread is free, and has one stand by itself. So no line waits for the update of another.
final class DeliveryPump: Sendable {
    private struct Waiting {
        let lines: [DeliveryLine]
        var taken = 0
    }

    private let waiting: Guarded<Waiting>

    init(_ lines: [DeliveryLine]) { waiting = Guarded(Waiting(lines: lines)) }

    /// Delivers until no line waits.
    func run() async {
        var (line, isLast) = take()
        if !isLast { Task.detached { await self.run() } }
        while let next = line {
            await next.run()
            (line, _) = take()
        }
    }

    /// The next line, and whether no other waits behind it.
    private func take() -> (DeliveryLine?, isLast: Bool) {
        waiting.withLock { waiting in
            guard waiting.taken < waiting.lines.count else { return (nil, true) }
            waiting.taken += 1
            return (waiting.lines[waiting.taken - 1], waiting.taken == waiting.lines.count)
        }
    }
}
