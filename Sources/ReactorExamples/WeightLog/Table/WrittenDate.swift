/// In which order a date of numbers names its parts.
enum DateOrder: String, Sendable, CaseIterable {
    case dayMonthYear = "dmy"
    case monthDayYear = "mdy"
    case yearMonthDay = "ymd"

    var words: String {
        switch self {
        case .dayMonthYear: "day/month/year"
        case .monthDayYear: "month/day/year"
        case .yearMonthDay: "year/month/day"
        }
    }
}

/// A date as somebody wrote it, with what stands beside it: `2026-01-02`, `2.1.26`, `Jan 2, 2026 at 7:12 AM`,
/// `2026-01-02T06:12:33Z`, or a time alone.
struct WrittenDate: Equatable {
    /// The day in each order that it can be read in; one day for all where its form leaves no doubt.
    private(set) var days: [DateOrder: Day] = [:]
    /// Seconds since midnight.
    private(set) var time: Int?
    /// Whether day and time are those of Greenwich.
    private(set) var isUTC = false
    /// Whether it is the number that a spreadsheet has for a day.
    private(set) var isSerial = false

    /// A time of a day that stands elsewhere.
    var isTimeAlone: Bool { days.isEmpty }
    /// Whether it is a different day in another order.
    var isAmbiguous: Bool { Set(days.values).count > 1 }

    private static let sure = DateOrder.allCases

    /// - Throws: ``ReadingError``.
    init(_ text: String) throws(ReadingError) {
        var reader = Reader(text)
        if let number = reader.onlyNumber {
            try take(number: number, text)
        } else if let serial = reader.serialWithTime {
            take(serial: serial.day)
            time = serial.time
        } else {
            try takeDate(&reader, text)
            try takeTime(&reader, text)
        }
        for day in days.values where !Day.acceptedYears.contains(day.components.year) {
            throw .yearOutOfRange(text)
        }
    }

    /// The same time on the day of another date.
    func on(_ date: WrittenDate) -> WrittenDate {
        var dated = date
        dated.time = time
        dated.isUTC = isUTC
        return dated
    }

    /// The day in this order; nil when it is none.
    ///
    /// - Parameter offset: seconds to add to the time of Greenwich, at a moment in seconds since 1970. Used where the date
    ///   is of Greenwich, or where `isElsewhere` says that a column has what is to be added.
    func day(in order: DateOrder, isElsewhere: Bool = false, offset: (Int) -> Int) -> Day? {
        guard let day = days[order] else { return nil }
        guard isUTC || isElsewhere, let time else { return day }
        let moment = day.ordinal * 86_400 + time
        let local = moment + offset(moment)
        return Day(ordinal: local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)
    }

    // MARK: - Reading

    /// Seconds or milliseconds since 1970, or a date without anything between its parts.
    private mutating func take(number: String, _ text: String) throws(ReadingError) {
        guard let value = Int(number) else { throw .notADate(text) }
        switch number.utf8.count {
        case 10, 13:
            let seconds = number.utf8.count == 13 ? value / 1_000 : value
            set(Day(ordinal: seconds / 86_400))
            time = seconds % 86_400
            isUTC = true
        case 8:
            guard let day = Day(year: value / 10_000, month: value / 100 % 100, day: value % 100) else {
                throw .noSuchDay(text, year: value / 10_000, month: value / 100 % 100)
            }
            set(day)
        case 5 where Self.serialDays.contains(value): take(serial: value)
        default: throw .notADate(text)
        }
    }

    private mutating func take(serial: Int) {
        // Spreadsheets count a 29 February 1900 that there was not; this is right from March 1900 on.
        set(Day(ordinal: serial - 25_569))
        isSerial = true
    }

    /// The days of 1954 to 2119 as spreadsheets number them. What is smaller or larger is a slip more often than a day.
    static let serialDays = 20_000..<80_500

    private mutating func set(_ day: Day) { for order in Self.sure { days[order] = day } }

    private mutating func takeDate(_ reader: inout Reader, _ text: String) throws(ReadingError) {
        if let numbers = reader.numericDate() {
            try take(numbers.parts, separator: numbers.separator, text)
        } else if !reader.startsWithTime {
            guard let (year, month, day) = reader.namedDate() else { throw .notADate(text) }
            guard let named = Day(year: year, month: month, day: day) else {
                throw .noSuchDay(text, year: year, month: month)
            }
            set(named)
        }
    }

    private mutating func take(
        _ parts: [(value: Int, digits: Int)], separator: Character, _ text: String
    ) throws(ReadingError) {
        let values = parts.map(\.value)
        if parts[0].digits == 4 {
            guard let day = Day(year: values[0], month: values[1], day: values[2]) else {
                throw .noSuchDay(text, year: values[0], month: values[1])
            }
            return set(day)
        }
        guard [2, 4].contains(parts[2].digits), parts[0].digits <= 2, parts[1].digits <= 2 else {
            throw .notADate(text)
        }
        let year = parts[2].digits == 2 ? 2_000 + values[2] : values[2]
        if let day = Day(year: year, month: values[1], day: values[0]) {
            // Nobody writes a month in front of a point.
            if separator == "." { return set(day) }
            days[.dayMonthYear] = day
        }
        if separator != "." {
            days[.monthDayYear] = Day(year: year, month: values[0], day: values[1])
            if parts[2].digits == 2, parts[0].digits == 2 {
                days[.yearMonthDay] = Day(year: 2_000 + values[0], month: values[1], day: values[2])
            }
        }
        guard !days.isEmpty else { throw .noSuchDay(text, year: year, month: values[1]) }
    }

    private mutating func takeTime(_ reader: inout Reader, _ text: String) throws(ReadingError) {
        reader.skipBetween()
        guard !reader.isAtEnd else { return }
        guard let time = reader.time() else { throw .notADate(text) }
        self.time = time
        guard let zone = reader.zone() else { throw .notADate(text) }
        isUTC = zone == .greenwich
    }
}
