import ReactorTerminal

/// The subcommand `weightlog chart`.
enum ChartVerb {
    static let verb = Verb(
        "chart", "draw the log as a line, with the mean of seven days",
        discussion: "The chart fills the window. The variables COLUMNS and LINES set another size.",
        options: [Declared.last]
    ) { console in
        let readings = try console.weights().entries.map { Reading(day: $0.day, weight: $0.weight) }
        guard let chart = WeightChart(readings, newest: try console.arguments.number(Declared.last)) else {
            return try console.output.line(ListVerb.emptyLog)
        }
        let screen = console.output.screen
        // The axis, the dates, an empty line, the legend and the shell's prompt are below the plot.
        let rows = screen.height.map { min(40, max(6, $0 - 5)) } ?? 15
        let lines = chart.lines(width: screen.width, rows: rows) { text, style in
            style.map { screen.styled(text, $0) } ?? text
        }
        for line in lines { try console.output.line(line) }
    }
}

/// A chart of characters: a dot for every weight, and a line for the mean of seven days.
struct WeightChart {
    private let points: [(day: Int, value: Double)]
    private let first: Day
    private let last: Day
    /// The mean of the seven days up to each day from the first to the last, or nil if these days have no weight.
    let means: [Double?]

    /// Creates a chart of the newest `count` readings, or nil if `readings` is empty. The first means include the days
    /// before them.
    init?(_ readings: [Reading], newest count: Int? = nil) {
        let all = readings.sorted { $0.day < $1.day }
        let shown = all.suffix(count ?? .max)
        guard let first = shown.first?.day, let last = shown.last?.day else { return nil }
        func value(_ reading: Reading) -> Double { Double(reading.weight.grams) / 1_000 }
        (self.first, self.last) = (first, last)
        points = shown.map { ($0.day.ordinal - first.ordinal, value($0)) }
        // Each day counts once, even if it has several weights.
        let days = Dictionary(grouping: all, by: \.day.ordinal).mapValues { day in
            day.map(value).reduce(0, +) / Double(day.count)
        }
        means = (first.ordinal...last.ordinal).map { day in
            let week = (day - 6...day).compactMap { days[$0] }
            return week.isEmpty ? nil : week.reduce(0, +) / Double(week.count)
        }
    }

    /// Returns the lines of the chart, at most `width` columns wide (24 if `width` is smaller).
    func lines(
        width: Int, rows: Int = 15, paint: (String, Style?) -> String = { text, _ in text }
    ) -> [String] {
        let axis = Axis(of: points.map(\.value), rows: rows)
        let labels = (0..<axis.rows).map(axis.label)
        let margin = (labels.map(\.count).max() ?? 0) + 2
        let columns = max(width, 24) - margin
        var canvas = [[(character: Character, style: Style?)]](
            repeating: Array(repeating: (" ", nil), count: margin + columns), count: axis.rows + 2)
        func draw(_ text: String, _ row: Int, _ column: Int, _ style: Style? = nil) {
            for (offset, character) in text.enumerated() { canvas[row][column + offset] = (character, style) }
        }
        for (row, label) in labels.enumerated() {
            draw(label.isEmpty ? "│" : "┤", row, margin - 1)
            draw(label, row, margin - 2 - label.count)
        }
        draw("└" + String(repeating: "─", count: columns), axis.rows, margin - 1)
        if last > first, columns >= 20 { draw(first.description, axis.rows + 1, margin - 1) }
        draw(last.description, axis.rows + 1, margin + columns - 10)

        func column(of day: Int) -> Int {
            means.count > 1 ? (2 * day * (columns - 1) + means.count - 1) / (2 * (means.count - 1)) : columns / 2
        }
        func drawDots() {
            for point in points { draw("•", axis.row(of: point.value), margin + column(of: point.day), .yellow) }
        }
        // If the chart has more dots than columns, the line is drawn over them. Otherwise they would hide it.
        if points.count > columns { drawDots() }
        var previous: Int?
        for column in column(of: 0)...column(of: means.count - 1) {
            let row = mean(at: Double(column * (means.count - 1)) / Double(columns - 1)).map(axis.row)
            let start = previous ?? row
            previous = row
            guard let row, let start else { continue }
            for between in min(row, start)...max(row, start) { draw("│", between, margin + column, .cyan) }
            if row == start {
                draw("─", row, margin + column, .cyan)
            } else {
                draw(row > start ? "╮" : "╯", start, margin + column, .cyan)
                draw(row > start ? "╰" : "╭", row, margin + column, .cyan)
            }
        }
        if points.count <= columns { drawDots() }
        let legend = "\(paint("•", .yellow)) weight in kg   \(paint("──", .cyan)) mean of seven days"
        return canvas.map { Self.line($0, paint) } + ["", legend]
    }

    /// Returns the mean at a moment between two days, interpolated linearly.
    private func mean(at day: Double) -> Double? {
        let (before, after) = (Int(day.rounded(.down)), Int(day.rounded(.up)))
        guard let left = means[min(before, means.count - 1)], let right = means[min(after, means.count - 1)] else {
            return nil
        }
        return left + (right - left) * (day - Double(before))
    }

    /// Returns a row without spaces at its end. Each run of one style is painted together.
    private static func line(_ row: [(character: Character, style: Style?)], _ paint: (String, Style?) -> String)
        -> String
    {
        var rest = row[..<((row.lastIndex { $0.character != " " } ?? -1) + 1)]
        var line = ""
        while let first = rest.first {
            let run = rest.prefix { $0.style == first.style }
            line += paint(String(run.map(\.character)), first.style)
            rest = rest.dropFirst(run.count)
        }
        return line
    }

    /// A vertical axis whose marks are round numbers.
    private struct Axis {
        private var top = 1
        private var bottom = 0
        /// The distance between two marks, in tenths of a kilogram.
        private var step = 1
        private let rowsPerStep: Int

        init(of values: [Double], rows: Int) {
            let (lowest, highest) = (values.min() ?? 0, values.max() ?? 0)
            // A range of less than 2 kg would exaggerate small differences.
            let slack = max(0, (2 - (highest - lowest)) / 2)
            for step in [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000] {
                let size = Double(step) / 10
                top = Int(((highest + slack) / size - 0.000_001).rounded(.up))
                bottom = Int(((lowest - slack) / size + 0.000_001).rounded(.down))
                self.step = step
                if top - bottom <= max(1, (rows - 1) / 2) { break }
            }
            rowsPerStep = max(1, (rows - 1) / (top - bottom))
        }

        var rows: Int { (top - bottom) * rowsPerStep + 1 }

        func row(of value: Double) -> Int {
            let row = (Double(top) - value * 10 / Double(step)) * Double(rowsPerStep)
            return min(max(Int(row.rounded()), 0), rows - 1)
        }

        /// Returns the number next to a row, or an empty text between two marks.
        func label(_ row: Int) -> String {
            let tenths = (top - row / rowsPerStep) * step
            return row % rowsPerStep == 0 ? "\(tenths / 10).\(tenths % 10)" : ""
        }
    }
}
