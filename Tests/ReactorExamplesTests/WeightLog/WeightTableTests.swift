import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Import of rows")
struct WeightTableTests {
    private func table(_ text: String) -> WeightTable { WeightTable(Array(text.utf8)) }

    @Test("A line is a day and kilograms; the names of the columns and empty lines are skipped")
    func rows() throws {
        let expected = [try reading("2026-01-02", "81.4"), try reading("2026-01-03", "80")]
        #expect(table("2026-01-02,81.4\n2026-01-03,80").readings == expected)
        #expect(table("date,kilograms\r\n2026-01-02,81.4\r\n\r\n2026-01-03,80\r\n").readings == expected)
        #expect(table("").badRows.isEmpty)
    }

    @Test("A row that cannot be used is reported with its line and the fix, and the other rows are read")
    func badRows() throws {
        let table = table("day,kg\n2026-02-30,81\n2026-01-02,12\n2026-01-03,81,4\n2026-01-04\n2026-01-05,80\n")
        #expect(table.readings == [try reading("2026-01-05", "80")])
        #expect(
            table.badRows.map { "\($0.line): \($0.fault)" } == [
                "1: 'day' is not a date; write it as 2026-01-02",
                "2: there is no 2026-02-30; check the month and the day",
                "3: 12 kg is not a possible weight; it is 20 to 500 kg",
                "4: '2026-01-03,81,4' is not a day and a weight; write 2026-01-02,81.4",
                "5: '2026-01-04' is not a day and a weight; write 2026-01-02,81.4",
            ])
    }

    @Test("Exported weights import as the same weights")
    func export() throws {
        let records = [try record(1, "2026-01-02", "81.647"), try record(2, "2026-01-02", "80")]
        #expect(table(WeightTable.csv(of: records)).readings == records.map(\.reading))
    }
}
