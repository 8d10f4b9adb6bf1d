import Reactor

/// A watchdog that fails a request when no byte of it or its response is transferred.
final class Movement: Sendable {
    private let clock: RuntimeClock
    private let limit: Duration
    private let last: Guarded<Duration>

    init(clock: RuntimeClock, limit: Duration) {
        self.clock = clock
        self.limit = limit
        last = Guarded(clock.now)
    }

    /// Returns the request with a progress closure that resets the watchdog.
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

    /// Throws when no byte has been transferred for the limit.
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
