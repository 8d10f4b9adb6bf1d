import Terminal

/// Which columns fit, and how a row looks in them.
struct Columns: Equatable {
    let width: Int
    let hasColour: Bool

    private enum Column: CaseIterable {
        case symbol, price, change, trades, opening, bar

        var title: String {
            switch self {
            case .symbol: "Symbol"
            case .price: "Price"
            case .change: "Change"
            case .trades: "Trades"
            case .opening: "Opening"
            case .bar: ""
            }
        }

        var width: Int {
            switch self {
            case .symbol: 6
            case .price, .opening: 9
            case .change: 9
            case .trades: 7
            case .bar: 21
            }
        }
    }

    private var columns: [Column] {
        var room = width
        return Column.allCases.prefix { column in
            room -= column.width + 1
            return room >= -1
        }
    }

    /// The line above the rows.
    var header: String {
        fit(columns.map { pad($0.title, to: $0.width, isLeading: $0 == .symbol || $0 == .bar) }.joined(separator: " "))
    }

    /// The line of one row.
    func line(of row: Instrument) -> String {
        let text = fit(columns.map { cell($0, row) }.joined(separator: " "))
        guard hasColour, row.trades > 0 else { return text }
        return "\u{1B}[\((row.isRising ? Style.green : .red).rawValue)m\(text)\u{1B}[0m"
    }

    /// A text cut to the width.
    func fit(_ text: String) -> String { String(text.prefix(max(0, width))) }

    private func cell(_ column: Column, _ row: Instrument) -> String {
        switch column {
        case .symbol: pad(row.symbol, to: column.width, isLeading: true)
        case .price: pad(Columns.hundredths(Int(row.price)), to: column.width)
        case .opening: pad(Columns.hundredths(Int(row.opening)), to: column.width)
        case .change: pad((row.change < 0 ? "" : "+") + Columns.hundredths(row.change) + "%", to: column.width)
        case .trades: pad(Int(row.trades).grouped, to: column.width)
        case .bar: bar(row.change)
        }
    }

    /// The change as a bar to the left or right of a middle: a step for each percent, ten at most.
    private func bar(_ change: Int) -> String {
        let steps = min(10, (abs(change) + 50) / 100)
        let (left, right) = change < 0 ? (steps, 0) : (0, steps)
        let line = String(repeating: " ", count: 10 - left) + String(repeating: "=", count: left) + "|"
        return line + String(repeating: "=", count: right) + String(repeating: " ", count: 10 - right)
    }

    private func pad(_ text: String, to width: Int, isLeading: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return isLeading ? text + space : space + text
    }

    /// `1234` as `12.34`.
    static func hundredths(_ number: Int) -> String {
        let cents = number.magnitude % 100
        return "\(number < 0 ? "-" : "")\(Int(number.magnitude / 100).grouped).\(cents < 10 ? "0" : "")\(cents)"
    }
}
