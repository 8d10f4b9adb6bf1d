import Terminal

/// Tells in words what became different between two states. It looks at nothing else, so what it tells is what any
/// front end would see.
struct Narration {
    let screen: Screen

    func lines(from old: Weights, to new: Weights) -> [String] {
        shown(from: old, to: new) + settled(from: old, to: new) + refreshed(from: old, to: new)
    }

    private func shown(from old: Weights, to new: Weights) -> [String] {
        new.pending.filter { change in !old.pending.contains(change) }.flatMap { change in
            new.entries.filter { change.kind.touchedIDs.contains($0.id) }.map { entry in
                line("+", .yellow, entry.record.reading, "shown at once, not confirmed yet")
            }
        }
    }

    private func settled(from old: Weights, to new: Weights) -> [String] {
        old.pending.filter { change in !new.pending.contains(change) }.flatMap { change -> [String] in
            guard case .add(let records) = change.kind else { return [] }
            if let withdrawal = new.withdrawals.dropFirst(old.withdrawals.count).first(where: { $0.change == change }) {
                return records.map { line("✗", .red, $0.reading, "withdrawn: \(withdrawal.reason)") }
            }
            return records.map { record in
                let kept = new.confirmed[record.id]?.reading.weight ?? record.reading.weight
                let isExact = kept == record.reading.weight
                return line("✓", .green, record.reading, "confirmed\(isExact ? "" : ", kept as \(kept)")")
            }
        }
    }

    private func refreshed(from old: Weights, to new: Weights) -> [String] {
        guard new.refreshes > old.refreshes else { return [] }
        let count = new.confirmed.records.count.counted("weight")
        let waiting = new.pending.isEmpty ? "" : "; \(new.pending.count.counted("change")) still on top"
        let headline = "  \(screen.styled("↻", .cyan)) refreshed: the service has \(count)\(waiting)"
        guard old.refreshes > 0 else { return [headline] }
        let known = Set(old.confirmed.records)
        let news = new.confirmed.records.filter { !known.contains($0) }
        return [headline] + news.map { line("↻", .cyan, $0.reading, "new: another device logged it") }
    }

    private func line(_ mark: String, _ style: Style, _ reading: Reading, _ text: String) -> String {
        let weight = "\(reading.weight)"
        let padding = String(repeating: " ", count: max(0, 8 - weight.count))
        return "  \(screen.styled(mark, style)) \(reading.day)  \(padding)\(weight)  \(text)"
    }
}
