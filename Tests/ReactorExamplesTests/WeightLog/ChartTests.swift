import ReactorTesting
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Chart")
struct ChartTests {
    private func chart(_ readings: [Reading], newest: Int? = nil) throws -> WeightChart {
        try #require(WeightChart(readings, newest: newest))
    }

    @Test("The mean of a day includes each of the last seven days that has a weight once")
    func means() throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            let readings = try (0...random.number(in: 0...12)).map { _ in
                let day = Day(ordinal: 20_454 + random.number(in: 0...25))
                return Reading(day: day, weight: try #require(Weight(grams: random.number(in: 600...900) * 100)))
            }
            let first = try #require(readings.map(\.day).min())
            let chart = try chart(readings)
            for offset in chart.means.indices {
                let week = (0..<7).map { first.advanced(by: offset - $0) }
                let days = week.map { day in readings.filter { $0.day == day }.map { Double($0.weight.grams) / 1_000 } }
                let means = days.filter { !$0.isEmpty }.map { $0.reduce(0, +) / Double($0.count) }
                let expected = means.isEmpty ? nil : means.reduce(0, +) / Double(means.count)
                let mean = chart.means[offset]
                #expect((mean == nil) == (expected == nil), "seed \(seed)")
                #expect(abs((mean ?? 0) - (expected ?? 0)) < 0.000_001, "seed \(seed)")
            }
        }
    }

    @Test("The newest weights have the same means as in the whole log")
    func newest() throws {
        let readings = try [reading("2026-01-01", "80"), reading("2026-01-02", "82"), reading("2026-01-03", "84")]
        #expect(try chart(readings, newest: 1).means == [82])
        #expect(WeightChart([]) == nil)
    }

    @Test("Any log fits the width, and shows its first and last day if there is space between them")
    func widths() throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            let span = [2, 5, 6, 40, 4_000][random.number(in: 0...4)]
            let readings = try (0...random.number(in: 0...30)).map { _ in
                let day = Day(ordinal: 20_454 + random.number(in: 0...span))
                return Reading(day: day, weight: try #require(Weight(grams: random.number(in: 200...5_000) * 100)))
            }
            let width = random.number(in: 24...130)
            let lines = try chart(readings).lines(width: width)
            #expect(lines.dropLast().allSatisfy { $0.count <= width }, "seed \(seed)")
            #expect(lines.count <= 19, "seed \(seed)")
            let dates = lines[lines.count - 3].split(separator: " ")
            #expect(dates.last.map(String.init) == readings.map(\.day).max()?.description, "seed \(seed)")
            #expect(dates.allSatisfy { $0.count == 10 }, "seed \(seed)")
            if width >= 40 {
                #expect(dates.first.map(String.init) == readings.map(\.day).min()?.description, "seed \(seed)")
            }
        }
    }

    @Test("The picture: dots for weights, a line for the mean, a frame with kilograms and dates")
    func picture() throws {
        let readings = try [("2026-01-01", "84"), ("2026-01-02", "82"), ("2026-01-04", "80.5"), ("2026-01-05", "81")]
            .map { try reading($0.0, $0.1) }
        let lines = try chart(readings).lines(width: 40, rows: 9)
        #expect(
            lines == [
                "84.0 ┤•──╮",
                "     │   ╰───╮",
                "83.0 ┤       ╰───────────╮",
                "     │                   ╰────╮",
                "82.0 ┤        •               ╰─────────",
                "     │",
                "81.0 ┤                                 •",
                "     │                         •",
                "80.0 ┤",
                "     └──────────────────────────────────",
                "     2026-01-01               2026-01-05",
                "",
                "• weight in kg   ── mean of seven days",
            ])
    }
}
