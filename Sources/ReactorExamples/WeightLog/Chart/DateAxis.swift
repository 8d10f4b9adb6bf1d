/// A horizontal axis of days.
struct DateAxis: Equatable {
    struct Mark: Equatable {
        let column: Int
        let label: String
        /// Where the label begins, counted from the first column of the plot; it may be negative.
        let labelStart: Int
    }

    let first: Day
    let last: Day
    let columns: Int

    private var span: Int { last.ordinal - first.ordinal }

    func column(of day: Day) -> Int {
        guard span > 0 else { return columns / 2 }
        return (2 * (day.ordinal - first.ordinal) * (columns - 1) + span) / (2 * span)
    }

    /// The time that a column stands for, in days from the first one.
    func daysFromFirst(atColumn column: Int) -> Double {
        columns > 1 ? Double(column * span) / Double(columns - 1) : 0
    }

    /// The days to name: the first, the last, and as many between as have room. `margin` is the room on the left.
    func marks(margin: Int) -> [Mark] {
        guard span > 0 else { return [mark(at: first, margin: margin)] }
        let ends = [mark(at: first, margin: margin), mark(at: last, margin: margin)]
        guard ends[0].labelStart + DateAxis.labelWidth < ends[1].labelStart else { return [ends[1]] }
        let parts = min(span, max(1, columns / (DateAxis.labelWidth + 6)))
        var placed = [ends[0]]
        for part in 1..<parts {
            let next = mark(at: first.advanced(by: span * part / parts), margin: margin)
            // Whole days lie left of an even division, so only the label before can be too near.
            if DateAxis.end(of: placed.last) + 1 < next.labelStart { placed.append(next) }
        }
        return placed + [ends[1]]
    }

    private func mark(at day: Day, margin: Int) -> Mark {
        let column = column(of: day)
        let start = min(column - DateAxis.labelWidth / 2, columns - DateAxis.labelWidth)
        return Mark(column: column, label: day.description, labelStart: max(start, -margin))
    }

    private static func end(of mark: Mark?) -> Int {
        mark.map { $0.labelStart + labelWidth } ?? 0
    }

    private static let labelWidth = 10
}
