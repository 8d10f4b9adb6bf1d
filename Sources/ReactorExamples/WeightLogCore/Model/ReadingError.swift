import ReactorTerminal

/// An input that is not a weight or a date.
package enum ReadingError: ProgramError, Equatable {
    case notADate(String)
    case yearOutOfRange(String)
    case noSuchDay(String)
    case notAWeight(String)
    case impossibleWeight(String)

    package var exitCode: ExitCode { .usage }

    package var description: String {
        switch self {
        case .notADate(let text):
            "'\(text.excerpt)' is not a date; write it as 2026-01-02"
        case .yearOutOfRange(let text):
            "\(text.excerpt) is not a year that a weight can be from; "
                + "years from \(Day.acceptedYears.lowerBound) to \(Day.acceptedYears.upperBound) are"
        case .noSuchDay(let text):
            "there is no \(text.excerpt); check the month and the day"
        case .notAWeight(let text):
            "'\(text.excerpt)' is not a weight; write kilograms, such as 81.4"
        case .impossibleWeight(let text):
            "\(text.excerpt) kg is not a possible weight; it is 20 to 500 kg"
        }
    }
}

extension String {
    /// The first 40 characters of the text, escaped for the terminal.
    package var excerpt: String {
        count > 40 ? "\(prefix(40))…".escaped() : escaped()
    }
}
