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
