/// The weights of a log as numbers to draw.
struct WeightSeries: Equatable {
    struct Point: Equatable {
        let day: Day
        let value: Double
    }

    /// The weights to draw, oldest first.
    let points: [Point]
    let first: Day
    let last: Day
    /// The mean of seven days up to each day from the first to the last, nil where those have no weight.
    let means: [Double?]

    /// The newest `count` of the readings; the means at their beginning are of the days before them too. Nil when
    /// there is nothing to draw.
    init?(_ readings: [Reading], newest count: Int? = nil, unit: WeightUnit) {
        let all = readings.sorted { $0.day < $1.day }.map { reading in
            Point(day: reading.day, value: Double(reading.weight.grams) * 100_000 / Double(unit.scaledGrams))
        }
        points = Array(all.suffix(count ?? .max))
        guard let first = points.first?.day, let last = points.last?.day, let earliest = all.first?.day else {
            return nil
        }
        self.first = first
        self.last = last
        let means = WeightSeries.sevenDayMeans(of: all, from: earliest, to: last)
        self.means = Array(means.suffix(last.ordinal - first.ordinal + 1))
    }

    /// Days count alike, however often somebody stood on the scales: the mean is of the means of the days.
    private static func sevenDayMeans(of points: [Point], from first: Day, to last: Day) -> [Double?] {
        var days = [(sum: Double, count: Int)](repeating: (0, 0), count: last.ordinal - first.ordinal + 1)
        for point in points {
            days[point.day.ordinal - first.ordinal].sum += point.value
            days[point.day.ordinal - first.ordinal].count += 1
        }
        return days.indices.map { index in
            let week = days[max(0, index - 6)...index].filter { $0.count > 0 }.map { $0.sum / Double($0.count) }
            return week.isEmpty ? nil : week.reduce(0, +) / Double(week.count)
        }
    }

    /// The mean at a moment between two days, on the straight line that joins theirs.
    func mean(at daysFromFirst: Double) -> Double? {
        let before = Int(daysFromFirst.rounded(.down))
        let after = min(Int(daysFromFirst.rounded(.up)), means.count - 1)
        guard means.indices.contains(before), let left = means[before], let right = means[after] else { return nil }
        return left + (right - left) * (daysFromFirst - Double(before))
    }
}
