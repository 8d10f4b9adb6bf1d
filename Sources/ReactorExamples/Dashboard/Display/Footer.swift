import Terminal

/// The line below the rows.
struct Footer {
    var meter: Meter
    var rows: Range<Int>
    var count: Int
    var drawn: Int
    var order: SortOrder
    var isTrading: Bool
    var hasKeys: Bool

    /// As much of it as fits, the most telling first.
    func line(width: Int) -> String {
        var text = isTrading ? "" : "PAUSED "
        text += "\(meter.eventsPerSecond.grouped) events/s"
        let parts = [
            "frame \(meter.frameMilliseconds) ms", "\(drawn) drawn", "by \(order.rawValue)",
            "\(rows.isEmpty ? 0 : rows.lowerBound + 1)-\(rows.upperBound) of \(count.grouped)",
            hasKeys ? "s sort  p pause  r reset  q quit" : "",
        ]
        for part in parts where !part.isEmpty && text.count + part.count + 2 <= width { text += "  \(part)" }
        return String(text.prefix(max(0, width)))
    }
}
