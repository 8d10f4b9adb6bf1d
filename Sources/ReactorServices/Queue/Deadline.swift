import Reactor

/// The time limits of a request: for all of it, and without a transferred byte. One task waits for the earlier limit.
///
/// A wait for the reader of the body is not a stall of the network. The request's own task begins, changes and stops the
/// limits.
final class Deadline: Sendable {
    private struct Limits {
        var began: Duration
        var total: Duration?
        var stall: Duration?
        /// The last time at which a byte was transferred.
        var moved: Duration
        var isReading = false

        /// The limit that ends first, and the error for it.
        func first(now: Duration) -> (end: Duration, error: GatewayError)? {
            let whole = total.map { (end: began + $0, error: GatewayError.timedOut(after: $0)) }
            let still = stall.map { (end: (isReading ? now : moved) + $0, error: GatewayError.stalled(after: $0)) }
            return [whole, still].compactMap { $0 }.min { $0.end < $1.end }
        }
    }

    private struct Content {
        var limits: Limits
        var watch: Task<Void, Never>?
        /// The time at which the watch looks at the limits again.
        var wakes: Duration?
    }

    private let clock: RuntimeClock
    private let spawn: Spawning
    private let expire: @Sendable (GatewayError) -> Void
    private let content: Guarded<Content>

    /// - Parameter expire: Cancels the request with the error of the limit that ended.
    init(_ runtime: Runtime, expire: @escaping @Sendable (GatewayError) -> Void) {
        clock = runtime.clock
        spawn = runtime.spawn
        self.expire = expire
        content = Guarded(Content(limits: Limits(began: .zero, moved: .zero)))
    }

    /// Begins a limit for the whole request. nil sets none.
    func begin(within total: Duration?) {
        change { limits, now in limits = Limits(began: now, total: total, moved: now) }
    }

    /// Changes the limits to those of a prepared request that is now sent.
    ///
    /// - Returns: The request, whose closures note the movement if it has a limit without movement.
    func limit(_ request: Request) throws(GatewayError) -> Request {
        change { limits, now in
            (limits.total, limits.stall, limits.moved) = (request.timeout, request.stallTimeout, now)
        }
        guard request.stallTimeout != nil else { return request }
        var properties = request.properties
        properties.onProgress = { [onProgress = properties.onProgress] progress in
            self.moved()
            onProgress?(progress)
        }
        if let onBody = properties.onBody {
            properties.onBody = { piece in
                self.moved(isReading: true)
                defer { self.moved() }
                try onBody(piece)
            }
        }
        return try request.with(properties)
    }

    /// Ends all limits.
    func stop() {
        change { limits, _ in (limits.total, limits.stall) = (nil, nil) }
    }

    private func moved(isReading: Bool = false) {
        let now = clock.now
        content.withLock { ($0.limits.moved, $0.limits.isReading) = (now, isReading) }
    }

    /// Changes the limits, and starts another watch if the current one would wake too late.
    private func change(_ change: (inout Limits, _ now: Duration) -> Void) {
        let now = clock.now
        let ended = content.withLock { content -> Task<Void, Never>? in
            change(&content.limits, now)
            let end = content.limits.first(now: now)?.end
            if let end, let wakes = content.wakes, wakes <= end { return nil }
            let ended = content.watch
            content.wakes = end
            content.watch = end.map { end in spawn.inheriting { await self.watch(after: end - now) } }
            return ended
        }
        ended?.cancel()
    }

    private func watch(after rest: Duration) async {
        var rest = rest
        while true {
            do { try await clock.sleep(for: rest) } catch { return }
            let now = clock.now
            let first = content.withLock { content in
                let first = content.limits.first(now: now)
                content.wakes = first?.end
                return first
            }
            guard let first else { return }
            rest = first.end - now
            guard rest > .zero else { return expire(first.error) }
        }
    }
}

extension RuntimeClock {
    /// Runs `work` with a time limit.
    ///
    /// Returns when both the work and the wait have ended: the loser is cancelled and awaited, so that no work continues
    /// after the call.
    ///
    /// - Throws: ``GatewayError`` of the kind ``GatewayError/Kind/timedOut``, or the error of `work`.
    func limiting<Value: Sendable>(
        to duration: Duration, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await sleep(for: duration)
                throw GatewayError.timedOut(after: duration)
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
