import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Day")
struct DayTests {
    @Test("Every day of four hundred years has the date that counting gives")
    func countingModel() {
        var ordinal = -36_524
        var (year, month, day) = (1870, 1, 1)
        while year < 2270 {
            #expect(Day(year: year, month: month, day: day)?.ordinal == ordinal)
            #expect(Day(ordinal: ordinal).components == (year, month, day))
            ordinal += 1
            day += 1
            if day > Day.length(ofMonth: month, year: year) { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect(Day(ordinal: 20_455).description == "2026-01-02")
    }

    @Test("A date is read as it is written")
    func roundTrip() throws {
        for text in ["1970-01-01", "2024-02-29", "2000-02-29", "1999-12-31", "2999-12-31"] {
            #expect(try Day(parsing: text).description == text)
        }
    }

    @Test(
        "Days that the calendar does not have are refused",
        arguments: [
            "2026-02-29", "2100-02-29", "2026-04-31", "2026-01-00", "2026-01-32",
        ])
    func noSuchDay(text: String) {
        #expect(throws: ReadingError.noSuchDay(text)) { try Day(parsing: text) }
    }

    @Test(
        "Texts that are not dates are refused",
        arguments: [
            "", "2026-1-2", "26-01-02", "2026/01/02", "2026-01-02 ", "+026-01-02", "2026-01-02-03", "２026-01-02",
            "02.01.2026",
        ])
    func notADate(text: String) {
        #expect(throws: ReadingError.notADate(text)) { try Day(parsing: text) }
    }

    @Test("A year before 1900 is treated as a typing error")
    func oldYear() {
        #expect(throws: ReadingError.yearOutOfRange("0206-01-02")) { try Day(parsing: "0206-01-02") }
    }
}
