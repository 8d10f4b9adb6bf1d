import Terminal

extension Console {
    /// A day to come is more often a slip than a plan, so it is said; it is not refused, because clocks are wrong too.
    func noteFuture(_ records: [WeightRecord], today: Day) throws {
        guard let record = records.first(where: { $0.reading.day > today }) else { return }
        let count = records.count { $0.reading.day > today }
        let what =
            count == 1 ? "\(record.reading.day) is" : "\(count.counted("weight")) from \(record.reading.day) on are"
        try note("\(what) in the future; 'weightlog delete \(record.id)' takes it back")
    }
}

extension WeightRecord {
    /// `81.4 kg on 2026-01-02 as number 3`.
    func phrase(in unit: WeightUnit = .kilograms) -> String {
        let pounds = unit == .pounds ? " (\(reading.weight.text(in: .pounds)) lb)" : ""
        return "\(reading.weight)\(pounds) on \(reading.day) as number \(id)"
    }
}
