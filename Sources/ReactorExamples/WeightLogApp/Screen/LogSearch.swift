import ExampleWeightLogCore

/// A search for days and weights, such as `2026-02` or `81.5 kg`.
///
/// The text is read once, into ranges of numbers. A row is compared as two numbers, without a text for each row.
nonisolated struct LogSearch {
    /// A word of the search. A row matches if its day is in the first range, or its weight is in one of the others.
    private struct Word {
        var days: ClosedRange<Day>?
        var grams: [ClosedRange<Int>] = []

        func matches(_ reading: Reading) -> Bool {
            days?.contains(reading.day) == true || grams.contains { $0.contains(reading.weight.grams) }
        }
    }

    private let words: [Word]

    init(_ text: String) {
        words = text.withPlainDigits.lowercased().split(whereSeparator: \.isWhitespace).filter { $0 != "kg" }
            .map { word in
                let word = word.hasSuffix("kg") ? word.dropLast(2) : word
                return Word(days: Self.days(word), grams: Self.grams(word))
            }
    }

    /// Whether a reading matches every word.
    func matches(_ reading: Reading) -> Bool { words.allSatisfy { $0.matches(reading) } }

    /// The weights whose number of kilograms begins with a text. `8` is 80 to 89.999 kg, since no weight is below 20 kg.
    private static func grams(_ text: Substring) -> [ClosedRange<Int>] {
        let halves = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        // No weight begins with a zero.
        guard (1...2).contains(halves.count), halves[0].first != "0", let whole = number(halves[0], digits: 1...3)
        else { return [] }
        if halves.count == 2 {
            guard let decimals = halves[1].isEmpty ? 0 : number(halves[1], digits: 1...3) else { return [] }
            let unit = power(3 - halves[1].count)
            return [whole * 1_000 + decimals * unit...whole * 1_000 + decimals * unit + unit - 1]
        }
        return (0...3 - halves[0].count).map { zeros in
            let scale = 1_000 * power(zeros)
            return whole * scale...(whole + 1) * scale - 1
        }
    }

    /// The days whose date begins with a text, such as `2026`, `2026-1` or `2026-01-02`.
    private static func days(_ text: Substring) -> ClosedRange<Day>? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let years = values(parts[0], width: 4, in: Day.acceptedYears) else {
            return nil
        }
        guard parts.count > 1, years.count == 1, let year = years.first else {
            return parts.count == 1 ? range(years, months: 1...12) : nil
        }
        guard let months = parts[1].isEmpty ? 1...12 : values(parts[1], width: 2, in: 1...12) else { return nil }
        guard parts.count == 3, months.count == 1, let month = months.first else {
            return range(year...year, months: months)
        }
        let all = 1...Day.length(ofMonth: month, year: year)
        guard let days = parts[2].isEmpty ? all : values(parts[2], width: 2, in: all),
            let first = Day(year: year, month: month, day: days.lowerBound),
            let last = Day(year: year, month: month, day: days.upperBound)
        else { return nil }
        return first...last
    }

    private static func range(_ years: ClosedRange<Int>, months: ClosedRange<Int>) -> ClosedRange<Day>? {
        let length = Day.length(ofMonth: months.upperBound, year: years.upperBound)
        guard let first = Day(year: years.lowerBound, month: months.lowerBound, day: 1),
            let last = Day(year: years.upperBound, month: months.upperBound, day: length)
        else { return nil }
        return first...last
    }

    /// The numbers with a fixed width that begin with the digits of a text, or nil if none is possible.
    private static func values(_ text: Substring, width: Int, in possible: ClosedRange<Int>) -> ClosedRange<Int>? {
        guard let number = number(text, digits: 1...width) else { return nil }
        let scale = power(width - text.count)
        let values = number * scale...(number + 1) * scale - 1
        return values.overlaps(possible) ? values.clamped(to: possible) : nil
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
        digits.contains(text.count) && text.allSatisfy { ("0"..."9").contains($0) } ? Int(text) : nil
    }

    private static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { result, _ in result * 10 } }
}
