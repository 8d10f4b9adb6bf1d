extension Day {
    /// The years a weight may be from. Outside them a date is far more likely to be a slip of the hand.
    static let acceptedYears = 1900...2999

    /// The day written as `2026-01-02`.
    ///
    /// - Throws: ``ReadingError`` when the text has another form, or names a day that the calendar does not have.
    init(parsing text: some StringProtocol) throws(ReadingError) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3,
            let year = Day.number(parts[0], digits: 4),
            let month = Day.number(parts[1], digits: 2),
            let day = Day.number(parts[2], digits: 2)
        else { throw .notADate(String(text)) }
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

    private static func number(_ text: some StringProtocol, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }
}
