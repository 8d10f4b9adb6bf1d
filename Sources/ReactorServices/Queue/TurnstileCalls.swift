/// The calls at a ``Turnstile``, and what waits for the machine's word.
///
/// Each step gives back what is to be done when the lock is released: continuations are never resumed under it.
struct TurnstileCalls {
    typealias Waiter = CheckedContinuation<Void, any Error>
    typealias Watcher = CheckedContinuation<Void, Never>
    typealias Effect = () -> Void

    private struct Call {
        let request: Request
        let signal: CancelSignal
        /// Set while the call waits for its place.
        var waiter: Waiter?
        var isCancelled = false
    }

    var queue: RequestQueue
    private var calls: [Request.ID: Call] = [:]
    private var lastNumber: UInt64 = 0
    private var watching: [(condition: @Sendable (RequestQueue) -> Bool, continuation: Watcher)] = []

    init(queue: RequestQueue) { self.queue = queue }

    func requests(_ ids: [Request.ID]) -> [Request] { ids.compactMap { calls[$0]?.request } }

    mutating func admit(
        outOfTurn: Bool, _ make: (Request.ID) throws -> Request
    ) throws -> (Turnstile.Ticket, Effect) {
        let id = Request.ID(lastNumber + 1)
        let call = Call(request: try make(id), signal: CancelSignal())
        lastNumber += 1
        calls[id] = call
        let started = outOfTurn ? queue.admit(id) : queue.enqueue(id)
        let ticket = Turnstile.Ticket(request: call.request, signal: call.signal, isFirst: started.contains(id))
        return (ticket, waking(started))
    }

    mutating func pass(_ id: Request.ID, _ waiter: Waiter) -> Effect {
        guard calls[id]?.isCancelled == false else { return { waiter.resume(throwing: CancellationError()) } }
        calls[id]?.waiter = waiter
        let started = queue.enqueue(id)
        return waking(queue.isActive(id) && !started.contains(id) ? started + [id] : started)
    }

    mutating func leave(_ id: Request.ID) -> (wasCancelled: Bool, Effect) {
        let call = calls.removeValue(forKey: id)
        return (call?.isCancelled ?? false, waking(queue.leave(id)))
    }

    mutating func cancel(_ id: Request.ID) -> Effect? {
        guard let call = calls[id], !call.isCancelled else { return nil }
        calls[id]?.isCancelled = true
        calls[id]?.waiter = nil
        // The line is left at once, and nobody starts by that; a place is given up when the call has let go of it.
        if queue.isWaiting(id) { _ = queue.leave(id) }
        let wake = waking([])
        return {
            call.signal.give()
            call.waiter?.resume(throwing: CancellationError())
            wake()
        }
    }

    mutating func watch(for condition: @escaping @Sendable (RequestQueue) -> Bool, _ watcher: Watcher) -> Effect {
        watching.append((condition, watcher))
        return waking([])
    }

    /// Lets those of `ids` go on that wait, and whoever watched for what the order has become. Who is not waiting yet
    /// finds its place when it passes.
    mutating func waking(_ ids: [Request.ID]) -> Effect {
        var waiters: [Waiter] = []
        for id in ids {
            if let waiter = calls[id]?.waiter { waiters.append(waiter) }
            calls[id]?.waiter = nil
        }
        let watchers = takeWatchers()
        return {
            for waiter in waiters { waiter.resume() }
            for watcher in watchers { watcher.resume() }
        }
    }

    private mutating func takeWatchers() -> [Watcher] {
        if watching.isEmpty { return [] }
        let reached = watching.filter { $0.condition(queue) }
        watching.removeAll { $0.condition(queue) }
        return reached.map(\.continuation)
    }
}
