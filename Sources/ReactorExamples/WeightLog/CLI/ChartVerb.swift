import Terminal

/// `weightlog chart`.
enum ChartVerb {
    static let verb = Verb(
        "chart", "draw the log as a line with its mean of seven days",
        discussion: "It is as wide as the terminal, or as COLUMNS says.",
        options: [Declared.last, Declared.unit]
    ) { console in
        let last = try console.arguments.last()
        let unit = try console.arguments.unit() ?? .kilograms
        let readings = try console.weights().entries.map(\.record.reading)
        guard let series = WeightSeries(readings, newest: last, unit: unit) else {
            try console.output.line(ListVerb.emptyLog)
            return
        }
        let screen = console.output.screen
        let chart = WeightChart(series, unit: unit, width: screen.width)
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
