import ReactorTerminal

/// An input that is not a weight, a date or a record.
package enum ReadingError: ProgramError, Equatable {
    case notADate(String)
    case yearOutOfRange(String)
    case noSuchDay(String, year: Int, month: Int)
    case notAWeight(String)
    case impossibleWeight(String, WeightUnit)

    package var exitCode: ExitCode { .usage }

    package var description: String {
        switch self {
        case .notADate(let text):
            "'\(text.excerpt)' is not a date; write it as 2026-01-02"
        case .yearOutOfRange(let text):
            "\(text.excerpt) is not a year that a weight can be from; "
                + "years from \(Day.acceptedYears.lowerBound) to \(Day.acceptedYears.upperBound) are"
        case .noSuchDay(let text, let year, let month) where (1...12).contains(month):
            "there is no \(text.excerpt): "
                + "that month has \(Day.length(ofMonth: month, year: year).counted("day"))"
        case .noSuchDay(let text, _, _):
            "there is no \(text.excerpt): a year has 12 months; write year, month, day, as in 2026-01-02"
        case .notAWeight(let text):
            "'\(text.excerpt)' is not a weight; write a number such as 81.4, and --unit lb for pounds"
        case .impossibleWeight(let text, .kilograms):
            "\(text.excerpt) kg is not a possible weight; it is 20 to 500 kg (--unit lb for pounds)"
        case .impossibleWeight(let text, .pounds):
            "\(text.excerpt) lb is not a possible weight; it is 44.1 to 1102.3 lb, which is 20 to 500 kg"
        }
    }
}

extension String {
    /// The beginning of a text, long enough to recognize it and fit to be shown.
    package var excerpt: String {
        count > 40 ? "\(prefix(40))…".escaped() : escaped()
    }
}
