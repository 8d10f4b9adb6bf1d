/// The log as a picture of characters: a dot for every weight, a line for the mean of seven days.
struct WeightChart {
    let series: WeightSeries
    let unit: WeightUnit
    private let values: ValueAxis
    private let dates: DateAxis
    private let margin: Int

    init(_ series: WeightSeries, unit: WeightUnit, width: Int, rows: Int = 15) {
        self.series = series
        self.unit = unit
        let numbers = series.points.map(\.value)
        let lowest = numbers.reduce(numbers[0], min)
        let highest = numbers.reduce(numbers[0], max)
        // Less than a kilogram or two from bottom to top would make mountains of nothing.
        let slack = max(0, (2 - (highest - lowest)) / 2)
        values = ValueAxis(showing: lowest - slack...highest + slack, rows: rows)
        let labels = (0..<values.rows).compactMap(values.label(ofRow:))
        margin = (labels.map(\.count).max() ?? 0) + 2
        dates = DateAxis(first: series.first, last: series.last, columns: max(width, 24) - margin)
    }

    /// The lines of the picture, none wider than asked for (24 columns at least).
    func lines(paint: (String, ChartInk) -> String = { text, _ in text }) -> [String] {
        var canvas = ChartCanvas(columns: margin + dates.columns, rows: values.rows + 2)
        drawFrame(on: &canvas)
        // More dots than columns would bury the line.
        let isDense = series.points.count > dates.columns
        if !isDense { drawMean(on: &canvas) }
        drawPoints(on: &canvas)
        if isDense { drawMean(on: &canvas) }
        let legend = "\(paint("•", .point)) weight in \(unit.rawValue)   \(paint("──", .mean)) mean of seven days"
        return canvas.lines(paint: paint) + ["", legend]
    }

    private func drawFrame(on canvas: inout ChartCanvas) {
        for row in 0..<values.rows {
            let label = values.label(ofRow: row)
            canvas.draw(label == nil ? "│" : "┤", row: row, column: margin - 1, ink: .frame)
            if let label { canvas.draw(label, row: row, column: margin - 2 - label.count, ink: .frame) }
        }
        let rule = "└" + String(repeating: "─", count: dates.columns)
        canvas.draw(rule, row: values.rows, column: margin - 1, ink: .frame)
        for mark in dates.marks(margin: margin) {
            canvas.draw("┬", row: values.rows, column: margin + mark.column, ink: .frame)
            canvas.draw(mark.label, row: values.rows + 1, column: margin + mark.labelStart, ink: .frame)
        }
    }

    private func drawPoints(on canvas: inout ChartCanvas) {
        for point in series.points {
            canvas.draw(
                "•", row: values.row(of: point.value), column: margin + dates.column(of: point.day), ink: .point)
        }
    }

    private func drawMean(on canvas: inout ChartCanvas) {
        var previous: Int?
        let firstColumn = dates.column(of: series.first)
        let lastColumn = dates.column(of: series.last)
        for column in firstColumn...lastColumn {
            let row = series.mean(at: dates.daysFromFirst(atColumn: column)).map(values.row(of:))
            defer { previous = row }
            guard let row else { continue }
            let start = previous ?? row
            drawStep(from: start, to: row, column: margin + column, on: &canvas)
        }
    }

    private func drawStep(from start: Int, to end: Int, column: Int, on canvas: inout ChartCanvas) {
        guard start != end else {
            canvas.draw("─", row: end, column: column, ink: .mean)
            return
        }
        let falls = end > start
        for row in min(start, end)...max(start, end) { canvas.draw("│", row: row, column: column, ink: .mean) }
        canvas.draw(falls ? "╮" : "╯", row: start, column: column, ink: .mean)
        canvas.draw(falls ? "╰" : "╭", row: end, column: column, ink: .mean)
    }
}

/// The weights of a log as numbers to draw.
struct WeightSeries: Equatable {
    struct Point: Equatable {
        let day: Day
        let value: Double
    }

    /// The weights to draw, oldest first.
    let points: [Point]
    let first: Day
    let last: Day
    /// The mean of seven days up to each day from the first to the last, nil where those have no weight.
    let means: [Double?]

    /// The newest `count` of the readings; the means at their beginning are of the days before them too. Nil when
    /// there is nothing to draw.
    init?(_ readings: [Reading], newest count: Int? = nil, unit: WeightUnit) {
        let all = readings.sorted { $0.day < $1.day }.map { reading in
            Point(day: reading.day, value: Double(reading.weight.grams) * 100_000 / Double(unit.scaledGrams))
        }
        points = Array(all.suffix(count ?? .max))
        guard let first = points.first?.day, let last = points.last?.day, let earliest = all.first?.day else {
            return nil
        }
        self.first = first
        self.last = last
        let means = WeightSeries.sevenDayMeans(of: all, from: earliest, to: last)
        self.means = Array(means.suffix(last.ordinal - first.ordinal + 1))
    }

    /// Days count alike, however often somebody stood on the scales: the mean is of the means of the days.
    private static func sevenDayMeans(of points: [Point], from first: Day, to last: Day) -> [Double?] {
        var days = [(sum: Double, count: Int)](repeating: (0, 0), count: last.ordinal - first.ordinal + 1)
        for point in points {
            days[point.day.ordinal - first.ordinal].sum += point.value
            days[point.day.ordinal - first.ordinal].count += 1
        }
        return days.indices.map { index in
            let week = days[max(0, index - 6)...index].filter { $0.count > 0 }.map { $0.sum / Double($0.count) }
            return week.isEmpty ? nil : week.reduce(0, +) / Double(week.count)
        }
    }

    /// The mean at a moment between two days, on the straight line that joins theirs.
    func mean(at daysFromFirst: Double) -> Double? {
        let before = Int(daysFromFirst.rounded(.down))
        let after = min(Int(daysFromFirst.rounded(.up)), means.count - 1)
        guard means.indices.contains(before), let left = means[before], let right = means[after] else { return nil }
        return left + (right - left) * (daysFromFirst - Double(before))
    }
}

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

/// A vertical axis whose marks are round numbers and stand on whole rows.
struct ValueAxis: Equatable {
    /// The highest mark, in steps from zero.
    let top: Int
    let bottom: Int
    /// Tenths between two marks.
    let stepTenths: Int
    let rowsPerStep: Int

    /// The axis that shows `range` in at most `rows` rows.
    init(showing range: ClosedRange<Double>, rows: Int) {
        let mostSteps = max(1, (rows - 1) / 2)
        var chosen = (top: 1, bottom: 0, step: 1)
        for step in ValueAxis.roundSteps {
            let size = Double(step) / 10
            var top = Int((range.upperBound / size - 0.000_001).rounded(.up))
            var bottom = Int((range.lowerBound / size + 0.000_001).rounded(.down))
            if top == bottom { (top, bottom) = (top + 1, bottom - 1) }
            chosen = (top, bottom, step)
            if top - bottom <= mostSteps { break }
        }
        (top, bottom, stepTenths) = (chosen.top, chosen.bottom, chosen.step)
        rowsPerStep = max(1, (rows - 1) / (top - bottom))
    }

    var rows: Int { (top - bottom) * rowsPerStep + 1 }

    /// The row of a value, counted from the top.
    func row(of value: Double) -> Int {
        let stepsFromTop = Double(top) - value * 10 / Double(stepTenths)
        return min(max(Int((stepsFromTop * Double(rowsPerStep)).rounded()), 0), rows - 1)
    }

    /// The number that stands beside a row, nil between two marks.
    func label(ofRow row: Int) -> String? {
        guard row % rowsPerStep == 0 else { return nil }
        let tenths = (top - row / rowsPerStep) * stepTenths
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static let roundSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]
}
