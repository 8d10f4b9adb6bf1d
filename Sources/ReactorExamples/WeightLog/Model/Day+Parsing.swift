extension Day {
    /// The years a weight may be from. Outside them a date is far more likely to be a slip of the hand.
    static let acceptedYears = 1900...2999

    /// The day written as `2026-01-02`.
    ///
    /// - Throws: ``ReadingError`` when the text has another form, or names a day that the calendar does not have.
    init(parsing text: some StringProtocol) throws(ReadingError) {
        guard let (year, month, day) = Day.numbers(in: text) else { throw .notADate(String(text)) }
        guard Day.acceptedYears.contains(year) else { throw .yearOutOfRange(String(text)) }
        guard let parsed = Day(year: year, month: month, day: day) else {
            throw .noSuchDay(String(text), year: year, month: month)
        }
        self = parsed
    }

    /// The day a person names on the command line: a date, `today` or `yesterday`.
    init(argument text: String, today: Day) throws(ReadingError) {
        switch text.lowercased() {
        case "today": self = today
        case "yesterday": self = today.advanced(by: -1)
        default: try self.init(parsing: text)
        }
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
