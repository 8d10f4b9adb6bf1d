import Terminal

extension Console {
    /// A day to come is more often a slip than a plan, so it is said; it is not refused, because clocks are wrong too.
    func noteFuture(_ records: [WeightRecord], today: Day) throws {
        guard let record = records.first(where: { $0.reading.day > today }) else { return }
        let count = records.count { $0.reading.day > today }
        guard count > 1 else {
            return try note("\(record.reading.day) is in the future; 'weightlog delete \(record.id)' takes it back")
        }
        let last = records.map(\.reading.day).max() ?? record.reading.day
        try note(
            "\(count.counted("weight")) are in the future, up to \(last); look at them with 'weightlog list --last "
                + "\(min(count, 20))', and take one back with 'weightlog delete ID'")
    }
}

extension WeightRecord {
    /// `81.4 kg on 2026-01-02 as number 3`.
    func phrase(in unit: WeightUnit = .kilograms) -> String {
        let pounds = unit == .pounds ? " (\(reading.weight.text(in: .pounds)) lb)" : ""
        return "\(reading.weight)\(pounds) on \(reading.day) as number \(id)"
    }
}
