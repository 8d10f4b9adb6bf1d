import Terminal

/// What was understood of a table, in one line.
struct Understanding: Equatable, CustomStringConvertible {
    private let date: String
    private let weight: String
    private let unit: String?
    private let encoding: String?
    var order: DateOrder?
    var rows = 0
    /// Rows that have no weight, as tables of many measurements have them.
    var emptyRows = 0
    /// Rows of other measurements.
    var otherRows = 0
    var hasTimesOfGreenwich = false

    init(of layout: TableLayout, wishes: WeightTable.Wishes, encoding: String?) {
        let header = layout.header
        date = header.date.name
        weight = header.weights.map(\.name).joined(separator: " and ")
        let said = header.weights.contains { $0.unit != nil }
        unit = said ? nil : layout.unit.map { "in \($0.rawValue)" } ?? wishes.unit.map { "in \($0.rawValue) by --unit" }
        self.encoding = encoding
    }

    var description: String {
        var parts = ["date = \(date)" + (order.map { " (\($0.words))" } ?? "")]
        parts.append("weight = \(weight)" + (unit.map { " (\($0))" } ?? ""))
        parts.append(rows.counted("row"))
        if emptyRows > 0 { parts.append("\(emptyRows.grouped) without a weight") }
        if otherRows > 0 { parts.append("\(otherRows.grouped) of other measurements") }
        if hasTimesOfGreenwich { parts.append("UTC times are days of this computer's time zone") }
        if let encoding { parts.append("written in \(encoding)") }
        return parts.joined(separator: ", ")
    }
}
