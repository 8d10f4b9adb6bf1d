import Terminal

/// `weightlog chart`.
enum ChartVerb {
    static let verb = Verb(
        "chart", "draw the log as a line with its mean of seven days",
        discussion: """
            It fills the window; COLUMNS and LINES say otherwise. A file is drawn as a picture that scales, or, when its name
            ends in .html, as a page with the picture and its numbers.

              weightlog chart -o weights.svg
            """,
        options: [Declared.last, Declared.unit, Declared.out]
    ) { console in
        let last = try console.arguments.last()
        let unit = try console.arguments.unit() ?? .kilograms
        let readings = try console.weights().entries.map(\.record.reading)
        guard let series = WeightSeries(readings, newest: last, unit: unit) else {
            try console.output.line(ListVerb.emptyLog)
            return
        }
        if let path = console.arguments[Declared.out], path != "-" {
            let picture = ChartPicture(series, unit: unit)
            let file = path.lowercased().hasSuffix(".html") ? picture.page : picture.svg
            return try WholeFile.write(Array(file.utf8), to: path)
        }
        let screen = console.output.screen
        // Under the plot stand the rule, the dates, an empty line, the legend, and what the shell asks next.
        let rows = screen.height.map { min(40, max(6, $0 - 5)) } ?? 15
        let chart = WeightChart(series, unit: unit, width: screen.width, rows: rows)
        for line in chart.lines(paint: { text, ink in paint(text, ink, screen) }) { try console.output.line(line) }
    }

    private static func paint(_ text: String, _ ink: ChartInk, _ screen: Screen) -> String {
        switch ink {
        case .frame: text
        case .point: screen.styled(text, .yellow)
        case .mean: screen.styled(text, .cyan)
        }
    }
}
