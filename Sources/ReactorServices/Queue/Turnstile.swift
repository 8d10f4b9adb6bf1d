import Reactor

/// A lock around a ``RequestQueue``. Calls that receive a place are resumed outside of the lock.
final class Turnstile: Sendable {
    /// The place of a call in the order.
    struct Ticket: Sendable {
        let request: Request
        /// Whether the request has a place already.
        let isFirst: Bool
    }

    private struct Call {
        let request: Request
        var isCancelled = false
        /// Set while the call waits for its place.
        var waiter: CheckedContinuation<Void, any Error>?
        /// Set while a task waits for the call to be cancelled.
        var watcher: CheckedContinuation<Void, Never>?
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

    /// Waits until `id` has a place. A resting `id` is enqueued at the end.
    ///
    /// - Throws: `CancellationError` if the request was or is cancelled by ``cancel(_:)``.
    func pass(_ id: Request.ID) async throws {
        try await withCheckedThrowingContinuation { waiter in
            let isCancelled = advance { content in
                guard content.calls[id]?.isCancelled == false else { return (true, []) }
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
    /// - Returns: Whether it was cancelled before.
    func leave(_ id: Request.ID) -> Bool {
        advance { content in
            let call = content.calls.removeValue(forKey: id)
            return (call?.isCancelled ?? false, content.queue.leave(id))
        }
    }

    func pause() { content.withLock { $0.queue.pause() } }
    func resume() { advance { ((), $0.queue.resume()) } }

    /// Marks `id` as cancelled, and resumes its call.
    ///
    /// - Returns: false if it has ended or was cancelled before.
    @discardableResult
    func cancel(_ id: Request.ID) -> Bool {
        let call = content.withLock { content -> Call? in
            guard let call = content.calls[id], !call.isCancelled else { return nil }
            content.calls[id] = Call(request: call.request, isCancelled: true)
            // A waiting request leaves the queue immediately, which starts no other. An active one releases its place
            // when its call returns.
            if content.queue.isWaiting(id) { _ = content.queue.leave(id) }
            return call
        }
        call?.watcher?.resume()
        call?.waiter?.resume(throwing: CancellationError())
        return call != nil
    }

    /// Waits until ``cancel(_:)`` cancels `id`, or the task is cancelled. At most one task may wait for each id.
    func cancellation(of id: Request.ID) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { watcher in
                let isOver = content.withLock { content in
                    // If the task was cancelled before the watcher is set, its handler found no watcher to resume.
                    guard content.calls[id]?.isCancelled == false, !Task.isCancelled else { return true }
                    content.calls[id]?.watcher = watcher
                    return false
                }
                if isOver { watcher.resume() }
            }
        } onCancel: {
            let watcher = content.withLock { content in
                defer { content.calls[id]?.watcher = nil }
                return content.calls[id]?.watcher
            }
            watcher?.resume()
        }
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
