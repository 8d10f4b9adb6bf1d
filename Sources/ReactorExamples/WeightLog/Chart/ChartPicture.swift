import ReactorTerminal

/// The log as a picture that scales: a dot for every weight, a line for the mean of seven days.
struct ChartPicture {
    let series: WeightSeries
    let unit: WeightUnit
    private let values: ValueAxis

    private static let size = (width: 960, height: 420)
    private static let margin = (left: 56, right: 16, top: 16, bottom: 36)

    init(_ series: WeightSeries, unit: WeightUnit) {
        self.series = series
        self.unit = unit
        let numbers = series.points.map(\.value)
        let (lowest, highest) = (numbers.reduce(numbers[0], min), numbers.reduce(numbers[0], max))
        let slack = max(0, (2 - (highest - lowest)) / 2)
        values = ValueAxis(showing: lowest - slack...highest + slack, rows: 15)
    }

    /// An SVG file. Its colours follow the reader's choice of light or dark.
    var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.size.width) \(Self.size.height)" role="img" \
        aria-label="\(title)" font-family="system-ui, sans-serif" font-size="13">
        <style>
        :root { color-scheme: light dark; }
        .ground { fill: #fff; } .rule { stroke: #d8dbe2; } .text { fill: #4a5060; } .dot { fill: #b5762a; fill-opacity: .55; }
        .mean { stroke: #3557c9; stroke-width: 2.5; fill: none; stroke-linejoin: round; stroke-linecap: round; }
        @media (prefers-color-scheme: dark) {
        .ground { fill: #16181d; } .rule { stroke: #333844; } .text { fill: #aab1c0; } .dot { fill: #e2b279; }
        .mean { stroke: #8aa8ff; }
        }
        </style>
        <title>\(title)</title>
        <rect class="ground" width="100%" height="100%"/>
        \(valueRules)\(dateRules)\(dots)<path class="mean" d="\(mean)"/>
        </svg>

        """
    }

    /// A page that shows the picture, and what it shows as a table. Nothing in it comes from elsewhere.
    var page: String {
        let rows = series.points.reversed().map { point in
            "<tr><td>\(point.day)</td><td>\(Self.number(point.value))</td></tr>\n"
        }
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
            svg { width: 100%; height: auto; } td, th { padding: 0 1.5rem 0 0; text-align: right; }
            table { font-variant-numeric: tabular-nums; }
            </style>
            </head>
            <body>
            <h1>Weights</h1>
            <p>\(title)</p>
            \(svg)
            <details><summary>The numbers</summary>
            <table><tr><th>Day</th><th>\(unit.rawValue)</th></tr>
            \(rows.joined())</table></details>
            </body>
            </html>

            """
    }

    private var title: String {
        "\(series.points.count.counted("weight")) from \(series.first) to \(series.last), in \(unit.rawValue), with the mean of "
            + "seven days"
    }

    // MARK: - Parts

    private var span: Int { series.last.ordinal - series.first.ordinal }

    private func x(_ daysFromFirst: Double) -> Double {
        let width = Double(Self.size.width - Self.margin.left - Self.margin.right)
        return Double(Self.margin.left) + (span > 0 ? daysFromFirst / Double(span) : 0.5) * width
    }

    private func y(_ value: Double) -> Double {
        let height = Double(Self.size.height - Self.margin.top - Self.margin.bottom)
        let (top, bottom) = (step * Double(values.top), step * Double(values.bottom))
        return Double(Self.margin.top) + (top - value) / (top - bottom) * height
    }

    private var step: Double { Double(values.stepTenths) / 10 }

    private var valueRules: String {
        (values.bottom...values.top).map { mark in
            let (value, line) = (step * Double(mark), Self.number(y(step * Double(mark))))
            return """
                <line class="rule" x1="\(Self.margin.left)" x2="\(Self.size.width - Self.margin.right)" y1="\(line)" y2="\(line)"/>
                <text class="text" x="\(Self.margin.left - 8)" y="\(line)" dy="4" text-anchor="end">\(Self.number(value))</text>

                """
        }.joined()
    }

    private var dateRules: String {
        let count = max(1, min(6, span))
        return (0...(span > 0 ? count : 0)).map { part in
            let days = span * part / count
            let anchor = span == 0 ? "middle" : part == 0 ? "start" : part == count ? "end" : "middle"
            return """
                <text class="text" x="\(Self.number(x(Double(days))))" y="\(Self.size.height - 12)" \
                text-anchor="\(anchor)">\(series.first.advanced(by: days))</text>

                """
        }.joined()
    }

    private var dots: String {
        series.points.map { point in
            let (x, y) = (x(Double(point.day.ordinal - series.first.ordinal)), y(point.value))
            return "<circle class=\"dot\" cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"3\"/>\n"
        }.joined()
    }

    private var mean: String {
        var path = ""
        var isDrawing = false
        for (day, mean) in series.means.enumerated() {
            if let mean { path += "\(isDrawing ? "L" : "M")\(Self.number(x(Double(day)))) \(Self.number(y(mean)))" }
            isDrawing = mean != nil
        }
        return path
    }

    /// With one decimal.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }
}

/// What a mark in a chart stands for. It decides its colour; its shape is enough without one.
enum ChartInk: Sendable {
    case frame
    case point
    case mean
}

/// Rows of characters to draw on.
struct ChartCanvas {
    private var cells: [[(character: Character, ink: ChartInk)]]

    init(columns: Int, rows: Int) {
        cells = Array(repeating: Array(repeating: (" ", .frame), count: columns), count: rows)
    }

    mutating func draw(_ character: Character, row: Int, column: Int, ink: ChartInk) {
        guard cells.indices.contains(row), cells[row].indices.contains(column) else { return }
        cells[row][column] = (character, ink)
    }

    mutating func draw(_ text: String, row: Int, column: Int, ink: ChartInk) {
        for (offset, character) in text.enumerated() {
            draw(character, row: row, column: column + offset, ink: ink)
        }
    }

    /// The rows as lines, without spaces at their ends. `paint` is given each run of one ink.
    func lines(paint: (String, ChartInk) -> String) -> [String] {
        cells.map { row in
            let end = (row.lastIndex { $0.character != " " } ?? -1) + 1
            var line = ""
            var start = 0
            while start < end {
                let ink = row[start].ink
                let stop = row[start..<end].firstIndex { $0.ink != ink } ?? end
                line += paint(String(row[start..<stop].map(\.character)), ink)
                start = stop
            }
            return line
        }
    }
}
