import Reactor

/// Lets requests through in the order of a ``RequestQueue``: the machine decides under a lock, and who gets a place goes
/// on outside of it.
final class Turnstile: Sendable {
    /// A place in the order, taken by a call.
    struct Ticket: Sendable {
        let request: Request
        let signal: CancelSignal
        /// Whether it need not wait.
        let isFirst: Bool
    }

    private let calls: Guarded<TurnstileCalls>

    init(maxActive: Int) { calls = Guarded(TurnstileCalls(queue: RequestQueue(maxActive: maxActive))) }

    var pending: [Request] { calls.withLock { $0.requests($0.queue.pending) } }
    var active: [Request] { calls.withLock { $0.requests($0.queue.active) } }

    /// Takes the next place in the order; out of turn, one beside the order.
    func admit(outOfTurn: Bool = false, _ make: (Request.ID) throws -> Request) throws -> Ticket {
        let (ticket, wake) = try calls.withLock { try $0.admit(outOfTurn: outOfTurn, make) }
        wake()
        return ticket
    }

    /// Returns when `id` has a place; takes a new one at the end if it rested.
    ///
    /// - Throws: `CancellationError` when ``cancel(_:)`` came first, or comes.
    func pass(_ id: Request.ID) async throws {
        try await withCheckedThrowingContinuation { waiter in
            let wake = calls.withLock { $0.pass(id, waiter) }
            wake()
        }
    }

    /// Gives the place of `id` to the next, until it passes again.
    func rest(_ id: Request.ID) {
        let wake = calls.withLock { $0.waking($0.queue.rest(id)) }
        wake()
    }

    /// Ends `id`. What comes after has no effect on it.
    ///
    /// - Returns: whether it was cancelled before.
    func leave(_ id: Request.ID) -> Bool {
        let (wasCancelled, wake) = calls.withLock { $0.leave(id) }
        wake()
        return wasCancelled
    }

    /// Decides that `id` ends as cancelled, and makes it end.
    ///
    /// - Returns: false when it has ended, or was cancelled before.
    @discardableResult
    func cancel(_ id: Request.ID) -> Bool {
        guard let end = calls.withLock({ $0.cancel(id) }) else { return false }
        end()
        return true
    }

    /// Returns when `condition` holds of the order. A test waits in this way for what a request does in the queue. The
    /// condition is asked at each change, while the order is locked.
    func reached(_ condition: @escaping @Sendable (RequestQueue) -> Bool) async {
        await withCheckedContinuation { watcher in
            let wake = calls.withLock { $0.watch(for: condition, watcher) }
            wake()
        }
    }

    func pause() { calls.withLock { $0.queue.pause() } }

    func resume() {
        let wake = calls.withLock { $0.waking($0.queue.resume()) }
        wake()
    }
}
