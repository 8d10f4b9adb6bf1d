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
