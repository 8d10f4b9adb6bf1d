import Reactor
import ReactorTerminal

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

/// The prices that rows in the window had lately, and which of them are new.
struct Ticks {
    private struct Course {
        var prices: [Int32]
        var trades: Int32
        var tickedAt: Duration?
    }

    private var courses: [Int32: Course] = [:]

    /// How long a new price flashes.
    static let flash = Duration.milliseconds(200)
    /// How many prices of a row are kept.
    static let capacity = 240

    /// Takes a row that is about to be drawn. A row that was not in the window before has no course yet.
    mutating func take(_ row: Instrument, now: Duration) {
        guard var course = courses[row.id] else {
            courses[row.id] = Course(prices: [row.price], trades: row.trades)
            return
        }
        guard course.trades != row.trades else { return }
        course.trades = row.trades
        course.tickedAt = now
        course.prices.append(row.price)
        if course.prices.count > Ticks.capacity * 2 { course.prices.removeFirst(Ticks.capacity) }
        courses[row.id] = course
    }

    func course(of id: Int32) -> [Int32] { courses[id]?.prices.suffix(Ticks.capacity) ?? [] }

    func flashes(_ id: Int32, now: Duration) -> Bool {
        courses[id]?.tickedAt.map { now - $0 < Ticks.flash } ?? false
    }

    /// Whether the price flashed, and is to be drawn without that now.
    mutating func hasFaded(_ id: Int32, now: Duration) -> Bool {
        guard let tickedAt = courses[id]?.tickedAt, now - tickedAt >= Ticks.flash else { return false }
        courses[id]?.tickedAt = nil
        return true
    }

    /// Lets go of the rows that left the window.
    mutating func keep(_ ids: some Collection<Int32>) {
        guard courses.count > ids.count else { return }
        let kept = Set(ids)
        courses = courses.filter { kept.contains($0.key) }
    }
}

/// What has changed since the last frame: kept between the subscriptions, which add to it, and the frames, which empty it.
final class Changes: Sendable {
    struct Content {
        var order: [Int32] = []
        var isReordered = false
        /// Rows that changed.
        var ids: Set<Int32> = []
        /// Every row may have changed.
        var isRescan = true
    }

    private let content = Locked(Content())

    func note(_ changes: KeyedRows<Int32, Instrument>.Changes) {
        content.withLock { content in
            switch changes {
            case .rescan: content.isRescan = true
            case .difference(let difference): content.ids.formUnion(difference.ids)
            }
        }
    }

    func note(order: [Int32]) {
        content.withLock { content in
            content.order = order
            content.isReordered = true
        }
    }

    /// What changed, once.
    func take() -> Content {
        content.withLock { content in
            defer {
                content.ids.removeAll(keepingCapacity: true)
                content.isRescan = false
                content.isReordered = false
            }
            return content
        }
    }
}
