import Reactor
import ReactorTerminal

/// The description of the difference between two states, from the information that every front end has.
struct Narration {
    let screen: Screen

    func lines(from old: Weights, to new: Weights) -> [String] {
        shown(from: old, to: new) + resolved(from: old, to: new) + refreshed(from: old, to: new)
            + pushed(from: old, to: new)
    }

    private func shown(from old: Weights, to new: Weights) -> [String] {
        new.pending.filter { !old.pending.contains($0) }.flatMap { change -> [String] in
            switch change {
            case .add(let records):
                records.map { line("+", .yellow, $0.reading, "shown immediately, not confirmed yet") }
            case .update(let record): [line("~", .yellow, record.reading, "changed immediately, not confirmed yet")]
            case .delete(let record): [line("-", .yellow, record.reading, "deleted immediately, not confirmed yet")]
            }
        }
    }

    private func resolved(from old: Weights, to new: Weights) -> [String] {
        old.pending.filter { !new.pending.contains($0) }.flatMap { change -> [String] in
            let rollback = new.rollbacks.dropFirst(old.rollbacks.count).first { $0.change == change }
            if let rollback { return rolledBack(rollback, in: new) }
            switch change {
            case .add(let records): return records.map { confirmed("confirmed", $0, in: new) }
            case .update(let record): return [confirmed("change confirmed", record, in: new)]
            case .delete(let record): return [line("✓", .green, record.reading, "deletion confirmed")]
            }
        }
    }

    private func confirmed(_ text: String, _ record: WeightRecord, in state: Weights) -> String {
        // The visible weight may come from a later pending change, so it is not the weight that the service stored.
        let isOnTop = !state.pending.contains { $0.touchedIDs.contains(record.id) }
        let kept = isOnTop ? state.book[record.id]?.reading.weight ?? record.reading.weight : record.reading.weight
        return line("✓", .green, record.reading, kept == record.reading.weight ? text : "\(text), stored as \(kept)")
    }

    private func rolledBack(_ rollback: Rollback, in state: Weights) -> [String] {
        let text = "rolled back: \(rollback.reason)"
        switch rollback.change {
        case .add(let records): return records.map { line("✗", .red, $0.reading, text) }
        case .update(let record):
            let now = state.book[record.id].map { "; it is \($0.reading.weight) again" } ?? ""
            return [line("✗", .red, record.reading, "change \(text)\(now)")]
        case .delete(let record):
            let now = state.book[record.id] == nil ? "" : "; it is back"
            return [line("✗", .red, record.reading, "deletion \(text)\(now)")]
        }
    }

    private func refreshed(from old: Weights, to new: Weights) -> [String] {
        guard new.refreshes > old.refreshes else { return [] }
        let count = new.refreshedCount.counted("weight")
        let waiting = new.pending.isEmpty ? "" : "; \(new.pending.count.counted("change")) still on top"
        let headline = marked("↻", .cyan, "refreshed: the service had \(count)\(waiting)")
        guard old.refreshes > 0 else { return [headline] }
        let known = Set(old.book.records)
        let news = new.book.records.filter { !known.contains($0) }
        return [headline] + news.map { line("↻", .cyan, $0.reading, "new: another device logged it") }
    }

    /// Returns lines for records that differ although no local change or refresh changed them.
    private func pushed(from old: Weights, to new: Weights) -> [String] {
        guard new.refreshes == old.refreshes else { return [] }
        let touched = Set((old.pending + new.pending).flatMap(\.touchedIDs))
        return new.weights.rows.filter { !touched.contains($0.id) }.compactMap { record in
            guard let known = old.weights.rows[id: record.id], known != record else { return nil }
            return line("↓", .cyan, record.reading, "pushed: another device corrected it")
        }
    }

    /// Returns a line for a record that an older refresh did not replace.
    func stays(_ record: WeightRecord) -> String {
        line("↻", .cyan, record.reading, "stays: the push was newer than the refresh")
    }

    private func line(_ mark: String, _ style: Style, _ reading: Reading, _ text: String) -> String {
        let weight = "\(reading.weight)"
        let padding = String(repeating: " ", count: max(0, 8 - weight.count))
        return marked(mark, style, "\(reading.day)  \(padding)\(weight)  \(text)")
    }

    /// Returns a line after a colored mark, at most as wide as the window.
    func marked(_ mark: String, _ style: Style, _ text: String) -> String {
        let line = screen.fitted("  \(mark) \(text)")
        return "  \(screen.styled(mark, style))\(line.dropFirst(2 + mark.count))"
    }
}

/// A subscriber that writes the changes of a core as lines of text.
actor Narrator: Subscriber {
    private let output: Output
    private let narration: Narration
    private var last = Weights()
    private var isOver = false
    private(set) var failure: (any Error)?

    init(output: Output) {
        self.output = output
        narration = Narration(screen: output.screen)
    }

    /// Ends the narration. A closed core rolls back all pending changes, and no response of the service caused this.
    func end() { isOver = true }

    func update(with state: Weights) {
        defer { last = state }
        guard failure == nil, !isOver else { return }
        do {
            for line in narration.lines(from: last, to: state) { try output.line(line) }
            try output.flush()
        } catch {
            failure = error
        }
    }
}
