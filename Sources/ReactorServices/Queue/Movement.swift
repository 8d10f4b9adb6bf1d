import Reactor

/// Whether anything of a request or its answer still moves.
final class Movement: Sendable {
    private let clock: RuntimeClock
    private let limit: Duration
    private let last: Guarded<Duration>

    init(clock: RuntimeClock, limit: Duration) {
        self.clock = clock
        self.limit = limit
        last = Guarded(clock.now)
    }

    /// The request, which says here whenever a byte of it or of its answer has moved.
    func watching(_ request: Request) throws(GatewayError) -> Request {
        var properties = request.properties
        let onProgress = properties.onProgress
        properties.onProgress = { progress in
            let now = self.clock.now
            self.last.withLock { $0 = now }
            onProgress?(progress)
        }
        return try request.with(properties)
    }

    /// Ends when nothing has moved for too long.
    ///
    /// - Throws: ``GatewayError`` of the kind ``GatewayError/Kind/timedOut``, `CancellationError`.
    func hasStopped() async throws -> Never {
        while true {
            let rest = last.withLock { $0 } + limit - clock.now
            guard rest > .zero else { throw GatewayError(.stalled(after: limit)) }
            try await clock.sleep(for: rest)
        }
    }
}
