import ReactorPlatform

/// A civil date without a time and a time zone: the day of a weighing.
///
/// The day is stored as a number of days since 1970-01-01 in the proleptic Gregorian calendar, so that comparisons are
/// integer operations.
package struct Day: Hashable, Sendable {
    /// The number of days since 1970-01-01.
    package let ordinal: Int

    package init(ordinal: Int) {
        self.ordinal = ordinal
    }

    /// Creates a day from its components, or nil if the calendar does not have this day.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (1...Day.length(ofMonth: month, year: year)).contains(day) else { return nil }
        // Years are counted from March, so that a leap day is the last day of its year.
        let shiftedYear = month > 2 ? year : year - 1
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        ordinal = era * Day.daysInEra + dayOfEra - Day.epochFromEraStart
    }

    package var components: (year: Int, month: Int, day: Int) {
        let shifted = ordinal + Day.epochFromEraStart
        let era = (shifted >= 0 ? shifted : shifted - (Day.daysInEra - 1)) / Day.daysInEra
        let dayOfEra = shifted - era * Day.daysInEra
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// Returns the day `count` days later, or earlier if `count` is negative.
    package func advanced(by count: Int) -> Day {
        Day(ordinal: ordinal + count)
    }

    package static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    package static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The number of days in the Gregorian cycle of 400 years.
    private static let daysInEra = 146_097
    /// The number of days from 0000-03-01 to 1970-01-01.
    private static let epochFromEraStart = 719_468
}

extension Day: Comparable {
    package static func < (left: Day, right: Day) -> Bool { left.ordinal < right.ordinal }
}

extension Day: CustomStringConvertible {
    /// The day as `2026-01-02`.
    package var description: String {
        let (year, month, day) = components
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }
}

private func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

extension Day {
    /// The accepted years of a weight. A date outside of them is most likely a typing error.
    package static let acceptedYears = 1900...2999

    /// Creates a day from a text such as `2026-01-02`.
    ///
    /// - Throws: ``ReadingError`` if the text has another form, the year is not accepted, or the calendar does not have
    ///   the day.
    package init(parsing text: some StringProtocol) throws(ReadingError) {
        guard let (year, month, day) = Day.numbers(in: text) else { throw .notADate(String(text)) }
        guard Day.acceptedYears.contains(year) else { throw .yearOutOfRange(String(text)) }
        guard let parsed = Day(year: year, month: month, day: day) else { throw .noSuchDay(String(text)) }
        self = parsed
    }

    /// Returns the numbers of a text with four, two and two digits and hyphens between them. It creates no strings,
    /// because a log contains many days.
    private static func numbers(in text: some StringProtocol) -> (year: Int, month: Int, day: Int)? {
        var parts = (0, 0, 0)
        var count = 0
        for byte in text.utf8 {
            let digit = Int(byte) - 48
            switch count {
            case 4, 7: if byte != UInt8(ascii: "-") { return nil }
            case 0...9 where !(0...9).contains(digit): return nil
            case 0..<4: parts.0 = parts.0 * 10 + digit
            case 5..<7: parts.1 = parts.1 * 10 + digit
            case 8..<10: parts.2 = parts.2 * 10 + digit
            default: return nil
            }
            count += 1
        }
        return count == 10 ? parts : nil
    }
}

/// The recorded form, such as `"2026-01-02"`.
extension Day: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(parsing: text)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Day {
    /// Returns the current day in the time zone of the user.
    package static func today() -> Day {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        return Day(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
            ?? Day(ordinal: Int(now) / 86_400)
    }
}
