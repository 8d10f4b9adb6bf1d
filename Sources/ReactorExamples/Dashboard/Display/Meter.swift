import Terminal

/// Measures what the footer says: events a second, and how long a frame takes.
struct Meter {
    private var lastCount = 0
    private var lastTime: Duration
    private(set) var eventsPerSecond = 0
    private(set) var frameTime = Duration.zero

    /// How long events are counted for one figure.
    private static let span = Duration.milliseconds(500)

    init(now: Duration) { lastTime = now }

    /// So many events were applied by now, since the beginning.
    mutating func count(_ events: Int, now: Duration) {
        let span = now - lastTime
        guard span >= Meter.span else { return }
        eventsPerSecond = Int(Double(events - lastCount) / (span / .seconds(1)))
        lastCount = events
        lastTime = now
    }

    /// A frame took so long.
    mutating func took(_ duration: Duration) { frameTime = duration }

    /// Milliseconds, with one decimal.
    var frameMilliseconds: String {
        let tenths = Int(frameTime / .microseconds(100))
        return "\(tenths / 10).\(tenths % 10)"
    }
}
