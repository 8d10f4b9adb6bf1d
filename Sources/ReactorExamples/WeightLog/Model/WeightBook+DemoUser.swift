import Terminal

extension WeightBook {
    /// The log of somebody who stands on the scales most mornings of a winter; the same each time.
    static var demoUser: WeightBook {
        var random = SeededRandom(seed: 2_026)
        var grams = 84_600
        var records: [WeightRecord] = []
        for day in 0..<60 {
            grams += random.number(in: -4...3) * 100
            guard random.number(in: 0...4) > 0, let weight = Weight(grams: grams) else { continue }
            let reading = Reading(day: Day(ordinal: firstDemoDay).advanced(by: day), weight: weight)
            records.append(WeightRecord(id: records.count + 1, reading: reading))
        }
        return WeightBook(records: records)
    }

    /// 2025-12-01.
    private static var firstDemoDay: Int { 20_423 }
}
