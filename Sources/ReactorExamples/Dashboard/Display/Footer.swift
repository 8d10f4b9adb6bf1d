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
    /// How many events a second were asked for.
    var wanted = 0

    /// As much of it as fits, the most telling first.
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
