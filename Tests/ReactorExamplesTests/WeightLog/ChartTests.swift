import Foundation
import ReactorTerminal
import Testing

@testable import ExampleWeightLog

@Suite("Chart")
struct ChartTests {
    private func series(_ readings: [Reading], newest: Int? = nil) throws -> WeightSeries {
        try #require(WeightSeries(readings, newest: newest, unit: .kilograms))
    }

    @Test("The mean of a day is of the days up to seven before it that have weights, each counting alike")
    func means() throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            let readings = try (0...random.number(in: 0...12)).map { _ in
                let day = Day(ordinal: 20_454 + random.number(in: 0...25))
                return Reading(day: day, weight: try #require(Weight(grams: random.number(in: 600...900) * 100)))
            }
            let series = try series(readings)
            for offset in 0...(series.last.ordinal - series.first.ordinal) {
                let week = (0..<7).map { series.first.advanced(by: offset - $0) }
                let days = week.map { day in readings.filter { $0.day == day }.map(\.weight.kilograms) }
                let means = days.filter { !$0.isEmpty }.map { $0.reduce(0, +) / Double($0.count) }
                let expected = means.isEmpty ? nil : means.reduce(0, +) / Double(means.count)
                let mean = series.means[offset]
                #expect((mean == nil) == (expected == nil), "seed \(seed)")
                #expect(abs((mean ?? 0) - (expected ?? 0)) < 0.000_001, "seed \(seed)")
            }
        }
    }

    @Test("The newest weights keep the means that they have in the whole log")
    func newest() throws {
        let readings = try [reading("2026-01-01", "80"), reading("2026-01-02", "82"), reading("2026-01-03", "84")]
        #expect(try series(readings, newest: 1).means == [82])
        #expect(try series(readings, newest: 1).points.count == 1)
        #expect(WeightSeries([], unit: .kilograms) == nil)
    }

    @Test("Marks are round, and every value lies between the highest and the lowest")
    func axis() {
        for seed in 0..<500 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            let low = Double(random.number(in: 200...4_900)) / 10
            let high = low + Double(random.number(in: 0...6_000)) / 10
            let axis = ValueAxis(showing: low...high, rows: 15)
            #expect(axis.rows <= 15, "seed \(seed)")
            #expect(Double(axis.top * axis.stepTenths) / 10 >= high - 0.001, "seed \(seed)")
            #expect(Double(axis.bottom * axis.stepTenths) / 10 <= low + 0.001, "seed \(seed)")
            #expect(axis.row(of: low) > axis.row(of: high) || high - low < 50, "seed \(seed)")
        }
    }

    @Test("Any log fits the width, shows its first and last day where there is room, and dates do not touch")
    func widths() throws {
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            let span = [2, 5, 6, 40, 4_000][random.number(in: 0...4)]
            let readings = try (0...random.number(in: 0...30)).map { _ in
                let day = Day(ordinal: 20_454 + random.number(in: 0...span))
                return Reading(day: day, weight: try #require(Weight(grams: random.number(in: 200...5_000) * 100)))
            }
            let width = random.number(in: 24...130)
            let series = try series(readings)
            let lines = WeightChart(series, unit: .kilograms, width: width).lines()
            #expect(lines.dropLast().allSatisfy { $0.count <= width }, "seed \(seed)")
            let dates = lines[lines.count - 3].split(separator: " ")
            #expect(dates.last.map(String.init) == series.last.description, "seed \(seed)")
            #expect(dates.allSatisfy { $0.count == 10 }, "seed \(seed)")
            if width >= 40 { #expect(dates.first.map(String.init) == series.first.description, "seed \(seed)") }
        }
    }

    @Test("The picture: dots for weights, a line for the mean, a frame with kilograms and dates")
    func picture() throws {
        let readings = try [("2026-01-01", "84"), ("2026-01-02", "82"), ("2026-01-04", "80.5"), ("2026-01-05", "81")]
            .map { try reading($0.0, $0.1) }
        let lines = WeightChart(try series(readings), unit: .kilograms, width: 40, rows: 9).lines()
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
                "     └┬────────────────┬───────────────┬",
                " 2026-01-01       2026-01-03  2026-01-05",
                "",
                "• weight in kg   ── mean of seven days",
            ])
    }

    @Test("As a picture it has a dot for each weight inside of it, and the page has the numbers too")
    func pictureFile() throws {
        for seed in 0..<100 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            let readings = try (0...random.number(in: 0...40)).map { _ in
                let day = Day(ordinal: 20_454 + random.number(in: 0...[1, 30, 3_000][random.number(in: 0...2)]))
                return Reading(day: day, weight: try #require(Weight(grams: random.number(in: 200...5_000) * 100)))
            }
            let picture = ChartPicture(try series(readings), unit: .kilograms)
            let numbers = picture.svg.matches(of: /(cx|cy|x1|x2|y1|y2|x|y)="(-?[0-9.]+)"/)
            for number in numbers {
                let value = try #require(Double(number.2))
                #expect(value >= 0 && value <= (number.1.hasSuffix("y") || number.1.hasPrefix("y") ? 420 : 960))
            }
            #expect(picture.svg.components(separatedBy: "<circle").count - 1 == readings.count, "seed \(seed)")
            #expect(picture.svg.hasPrefix("<svg xmlns=") && picture.svg.hasSuffix("</svg>\n"))
            #expect(!picture.svg.contains("nan") && !picture.svg.contains("inf"))
            #expect(picture.page.components(separatedBy: "<tr><td>").count - 1 == readings.count)
            #expect(!picture.page.contains("src=") && !picture.page.contains("href="))
        }
    }
}
