import ReactorPlatform

/// A civil date, without a time and without a time zone: the day of a weighing.
///
/// It counts days from 1970-01-01 in the proleptic Gregorian calendar, so comparing and subtracting are integer work.
package struct Day: Hashable, Sendable {
    /// Days since 1970-01-01.
    package let ordinal: Int

    package init(ordinal: Int) {
        self.ordinal = ordinal
    }

    /// The day with these numbers, or nil when the calendar has no such day.
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

    /// The day `count` days later, or earlier when it is negative.
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

    /// A Gregorian cycle of 400 years.
    private static let daysInEra = 146_097
    /// From 0000-03-01 to 1970-01-01.
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
    /// The years a weight may be from. Outside them a date is far more likely to be a slip of the hand.
    package static let acceptedYears = 1900...2999

    /// The day written as `2026-01-02`.
    ///
    /// - Throws: ``ReadingError`` when the text has another form, or names a day that the calendar does not have.
    package init(parsing text: some StringProtocol) throws(ReadingError) {
        guard let (year, month, day) = Day.numbers(in: text) else { throw .notADate(String(text)) }
        guard Day.acceptedYears.contains(year) else { throw .yearOutOfRange(String(text)) }
        guard let parsed = Day(year: year, month: month, day: day) else { throw .noSuchDay(String(text)) }
        self = parsed
    }

    /// Four digits, two and two, with hyphens between them. A log is full of days: no text is made on the way.
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

/// Recorded as `"2026-01-02"`.
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
    /// The day that it is here, by the time zone of the user.
    package static func today() -> Day {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        return Day(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
            ?? Day(ordinal: Int(now) / 86_400)
    }
}
