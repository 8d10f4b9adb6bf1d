import ReactorTerminal

/// What stands on the lines of the screen, so that only lines that differ are written again.
struct Frame: Equatable {
    /// Which row a line shows, nil when it is none of the rows.
    private var ids: [Int32?]
    private var lines: [String?]

    init(height: Int) {
        ids = Array(repeating: nil, count: height)
        lines = Array(repeating: nil, count: height)
    }

    var height: Int { lines.count }

    /// Whether this line has to be made anew: it shows another row, or one that changed.
    func isStale(_ line: Int, showing id: Int32, _ changed: Changes.Content) -> Bool {
        ids[line] != id || changed.isRescan || changed.ids.contains(id)
    }

    /// Puts a text on a line.
    ///
    /// - Returns: what brings it to the terminal, nil when it stands there already.
    mutating func put(_ text: String, on line: Int, showing id: Int32? = nil) -> String? {
        ids[line] = id
        guard lines[line] != text else { return nil }
        lines[line] = text
        // Erased before and not behind: the cursor stays on the last column of a full line, which would go with it.
        return "\u{1B}[\(line + 1);1H\u{1B}[K\(text)"
    }
}

/// Which of the rows are in the window.
struct Viewport: Equatable {
    /// The position of the topmost row.
    private(set) var first = 0
    /// How many rows the window has.
    private(set) var height = 0
    /// How many rows there are.
    private(set) var count = 0

    var range: Range<Int> { first..<min(count, first + height) }

    /// A window of another size, over another number of rows.
    mutating func resize(height: Int, count: Int) {
        self.height = max(0, height)
        self.count = count
        scroll(to: first)
    }

    mutating func scroll(by rows: Int) { scroll(to: first + rows) }

    mutating func scroll(to row: Int) { first = max(0, min(row, count - height)) }
}

/// Which columns fit, and how a row looks in them. What room is left over is the course of the price.
struct Columns: Equatable {
    let width: Int
    let hasColour: Bool
    var order = SortOrder.symbol

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
            case .symbol: 7
            case .price, .opening, .change: 9
            case .trades: 8
            case .bar: 21
            }
        }

        var isLeading: Bool { self == .symbol || self == .bar }

        func isSorted(by order: SortOrder) -> Bool {
            switch (self, order) {
            case (.symbol, .symbol), (.price, .price), (.change, .change), (.trades, .trades): true
            default: false
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

    /// How many prices the course has room for, once all columns fit.
    var courseWidth: Int {
        let taken = columns.map { $0.width + 1 }.reduce(0, +)
        return columns.count == Column.allCases.count && width - taken >= 8 ? width - taken : 0
    }

    /// The line above the rows; the column that they are sorted by is marked.
    var header: String {
        let cells = columns.map { column -> String in
            guard column.isSorted(by: order) else {
                return pad(column.title, to: column.width, isLeading: column.isLeading)
            }
            let title = "\(column.title)\(order == .symbol ? "▲" : "▼")"
            return styled(pad(title, to: column.width, isLeading: column.isLeading), .bold)
        }
        return cells.joined(separator: " ")
            + (courseWidth > 0 ? " " + pad("Course", to: courseWidth, isLeading: true) : "")
    }

    /// The line of one row.
    ///
    /// - Parameters:
    ///   - course: prices of before, the oldest first.
    ///   - hasTicked: whether its price is new, and flashes.
    func line(of row: Instrument, course: [Int32] = [], hasTicked: Bool = false) -> String {
        let tone: Style? = row.change > 0 ? .green : row.change < 0 ? .red : nil
        let cells = columns.map { column -> String in
            let text = cell(column, row)
            switch column {
            case .price where hasTicked: return styled(text, .reversed)
            case .change, .bar: return tone.map { styled(text, $0) } ?? text
            default: return text
            }
        }
        guard courseWidth > 0 else { return cells.joined(separator: " ") }
        let drawn = Columns.course(course.suffix(courseWidth))
        let space = String(repeating: " ", count: courseWidth - drawn.count)
        return cells.joined(separator: " ") + " " + (tone.map { styled(drawn, $0) } ?? drawn) + space
    }

    /// The instruments that moved most, as many to either side as fit.
    func line(ofLeaders leaders: (gainers: [Instrument], losers: [Instrument])) -> String {
        for most in (1...max(1, leaders.gainers.count, leaders.losers.count)).reversed() {
            let sides = [("up", leaders.gainers, Style.green), ("down", leaders.losers, .red)].map {
                title, rows, tone in
                (title: title, parts: rows.prefix(most).map { "\($0.symbol) \(Columns.change(of: $0))" }, tone: tone)
            }.filter { !$0.parts.isEmpty }
            let plain = sides.map { "\($0.title) \($0.parts.joined(separator: "  "))" }.joined(separator: "   ")
            guard plain.count <= width else { continue }
            return sides.map { side in
                "\(side.title) " + side.parts.map { styled($0, side.tone) }.joined(separator: "  ")
            }.joined(separator: "   ")
        }
        return ""
    }

    /// A text cut to the width.
    func fit(_ text: String) -> String { String(text.prefix(max(0, width))) }

    /// Prices as marks of eight heights, between the lowest and the highest of them.
    static func course(_ prices: some Collection<Int32>) -> String {
        guard let lowest = prices.min(), let highest = prices.max() else { return "" }
        let marks = Array("▁▂▃▄▅▆▇█")
        return String(
            prices.map { price in
                highest == lowest ? marks[3] : marks[Int(price - lowest) * 7 / Int(highest - lowest)]
            })
    }

    private func styled(_ text: String, _ style: Style) -> String {
        hasColour ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Percent since the opening.
    static func change(of row: Instrument) -> String {
        (row.change < 0 ? "" : "+") + Columns.hundredths(row.change) + "%"
    }

    private func cell(_ column: Column, _ row: Instrument) -> String {
        switch column {
        case .symbol: pad(row.symbol, to: column.width, isLeading: true)
        case .price: pad(Columns.hundredths(Int(row.price)), to: column.width)
        case .opening: pad(Columns.hundredths(Int(row.opening)), to: column.width)
        case .change: pad(Columns.change(of: row), to: column.width)
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

/// The line below the rows.
struct Footer {
    var meter: Meter
    var rows: Range<Int>
    var count: Int
    var drawn: Int
    var order: SortOrder
    var isTrading: Bool
    var hasKeys: Bool
    /// How many events a second were asked for.
    var wanted = 0

    /// As much of it as fits, the most important first.
    func line(width: Int) -> String {
        var text = isTrading ? "" : "PAUSED "
        text += "\(meter.eventsPerSecond.grouped) events/s"
        // Not in the first moments, in which nothing was counted yet.
        if isTrading, meter.eventsPerSecond > 0, meter.eventsPerSecond * 100 < wanted * 95 {
            text += " of \(wanted.grouped) asked for"
        }
        let parts = [
            "frame \(meter.frameMilliseconds) ms", "\(drawn) drawn", "by \(order.rawValue)",
            "\(rows.isEmpty ? 0 : rows.lowerBound + 1)-\(rows.upperBound) of \(count.grouped)",
            hasKeys ? "s sort  p pause  r reset  q quit" : "",
        ]
        for part in parts where !part.isEmpty && text.count + part.count + 2 <= width { text += "  \(part)" }
        return String(text.prefix(max(0, width)))
    }
}
