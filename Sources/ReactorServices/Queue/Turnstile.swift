import Reactor

/// A lock around a ``RequestQueue`` and the tasks of its calls. Calls are resumed and cancelled outside of the lock.
///
/// A call that is cancelled ends with the first cause, when its task has ended: no work continues after the call.
final class Turnstile: Sendable {
    /// The place of a call in the order.
    struct Ticket: Sendable {
        let request: Request
        /// Whether the request has a place already.
        let isFirst: Bool
    }

    private struct Call {
        let request: Request
        /// The task of the call. nil before it is started.
        var work: Task<Response, any Error>?
        /// The first cause for which the call was cancelled.
        var cause: (any Error)?
        /// Set while the call waits for its place.
        var waiter: CheckedContinuation<Void, any Error>?
    }

    private struct Content {
        var queue: RequestQueue
        var calls: [Request.ID: Call] = [:]
        var lastNumber: UInt64 = 0

        func requests(_ ids: [Request.ID]) -> [Request] { ids.compactMap { calls[$0]?.request } }

        /// Removes and returns the continuations of the calls that received a place. A call that does not wait yet
        /// finds its place when it passes.
        mutating func takeWaiters(of ids: [Request.ID]) -> [CheckedContinuation<Void, any Error>] {
            ids.compactMap { id in
                defer { calls[id]?.waiter = nil }
                return calls[id]?.waiter
            }
        }
    }

    private let content: Guarded<Content>

    init(maxActive: Int) { content = Guarded(Content(queue: RequestQueue(maxActive: maxActive))) }

    var pending: [Request] { content.withLock { $0.requests($0.queue.pending) } }
    var active: [Request] { content.withLock { $0.requests($0.queue.active) } }

    /// Takes the next place in the order, or an additional place out of order.
    func admit(outOfTurn: Bool = false, _ make: (Request.ID) throws -> Request) throws -> Ticket {
        try advance { content in
            let id = Request.ID(content.lastNumber + 1)
            let request = try make(id)
            content.lastNumber += 1
            content.calls[id] = Call(request: request)
            let started = outOfTurn ? content.queue.admit(id) : content.queue.enqueue(id)
            return (Ticket(request: request, isFirst: started.contains(id)), started)
        }
    }

    /// Starts the work of `id`, which is cancelled immediately if the call was cancelled before.
    func start(_ id: Request.ID, _ work: Task<Response, any Error>) {
        let isCancelled = content.withLock { content in
            content.calls[id]?.work = work
            return content.calls[id]?.cause != nil
        }
        if isCancelled { work.cancel() }
    }

    /// Waits until `id` has a place. A resting `id` is enqueued at the end.
    ///
    /// - Throws: `CancellationError` if the request was or is cancelled by ``cancel(_:because:)``.
    func pass(_ id: Request.ID) async throws {
        try await withCheckedThrowingContinuation { waiter in
            let isCancelled = advance { content in
                guard let call = content.calls[id], call.cause == nil else { return (true, []) }
                content.calls[id]?.waiter = waiter
                let started = content.queue.enqueue(id)
                return (false, content.queue.isActive(id) ? started + [id] : started)
            }
            if isCancelled { waiter.resume(throwing: CancellationError()) }
        }
    }

    /// Releases the place of `id` until it passes again.
    func rest(_ id: Request.ID) { advance { ((), $0.queue.rest(id)) } }

    /// Ends `id`. Later operations have no effect on it.
    ///
    /// - Returns: The first cause for which it was cancelled before.
    func leave(_ id: Request.ID) -> (any Error)? {
        advance { content in
            let call = content.calls.removeValue(forKey: id)
            return (call?.cause, content.queue.leave(id))
        }
    }

    func pause() { content.withLock { $0.queue.pause() } }
    func resume() { advance { ((), $0.queue.resume()) } }

    /// Notes the cause for which `id` ends, and cancels its work.
    ///
    /// - Returns: false if it has ended or was cancelled before.
    @discardableResult
    func cancel(_ id: Request.ID, because cause: any Error) -> Bool {
        let call = content.withLock { content -> Call? in
            guard let call = content.calls[id], call.cause == nil else { return nil }
            content.calls[id] = Call(request: call.request, work: call.work, cause: cause)
            // A waiting request leaves the queue immediately, which starts no other. An active one releases its place
            // when its call returns.
            if content.queue.isWaiting(id) { _ = content.queue.leave(id) }
            return call
        }
        call?.waiter?.resume(throwing: CancellationError())
        call?.work?.cancel()
        return call != nil
    }

    /// Runs a step of the queue, and resumes the calls that received a place, never under the lock.
    private func advance<Value>(
        _ step: (inout Content) throws -> (value: Value, started: [Request.ID])
    ) rethrows -> Value {
        let (value, waiters) = try content.withLock { content in
            let (value, started) = try step(&content)
            return (value, content.takeWaiters(of: started))
        }
        for waiter in waiters { waiter.resume() }
        return value
    }
}
