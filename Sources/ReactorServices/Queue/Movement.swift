import Reactor

/// A watchdog that fails a request when no byte of it or its response is transferred. A wait for the reader of the body
/// is not a stall of the network.
final class Movement: Sendable {
    private let clock: RuntimeClock
    private let limit: Duration
    private struct Content {
        var last: Duration
        var isReading = false
    }

    private let content: Guarded<Content>

    init(clock: RuntimeClock, limit: Duration) {
        self.clock = clock
        self.limit = limit
        content = Guarded(Content(last: clock.now))
    }

    /// Returns the request with a progress closure that resets the watchdog, and a reader that stops it.
    func watching(_ request: Request) throws(GatewayError) -> Request {
        var properties = request.properties
        let onProgress = properties.onProgress
        properties.onProgress = { progress in
            self.note(isReading: false)
            onProgress?(progress)
        }
        if let onBody = properties.onBody {
            properties.onBody = { piece in
                self.note(isReading: true)
                defer { self.note(isReading: false) }
                try onBody(piece)
            }
        }
        return try request.with(properties)
    }

    private func note(isReading: Bool) {
        let now = clock.now
        content.withLock { $0 = Content(last: now, isReading: isReading) }
    }

    /// Throws when no byte has been transferred for the limit.
    ///
    /// - Throws: ``GatewayError`` of the kind ``GatewayError/Kind/timedOut``, `CancellationError`.
    func hasStopped() async throws -> Never {
        while true {
            let now = clock.now
            let rest = content.withLock { $0.isReading ? limit : $0.last + limit - now }
            guard rest > .zero else { throw GatewayError(.stalled(after: limit)) }
            try await clock.sleep(for: rest)
        }
    }
}
