import Testing

@testable import ExampleWeightLog

@Suite("Import of rows")
struct WeightTableTests {
    private func table(_ text: String, unit: MassUnit? = .kilograms) throws -> WeightTable {
        try WeightTable(csv: Array(text.utf8), wishes: .init(unit: unit))
    }

    @Test("Without a header the columns are date, weight, unit")
    func positional() throws {
        let table = try table("2026-01-02,81.4,kg\n2026-01-03,180,lb\n2026-01-04,82")
        #expect(table.readings.map(\.weight.grams) == [81_400, 81_647, 82_000])
        #expect(table.badRows.isEmpty)
    }

    @Test("A header may stand in any order, among other columns, and name the unit")
    func headers() throws {
        let expected = [try reading("2026-01-02", "81.4")]
        #expect(try table("Unit,Note,WEIGHT,Date\nkg,x,81.4,2026-01-02").readings == expected)
        #expect(try table("date;kilograms\n2026-01-02;81,4").readings == expected)
        #expect(try table("pounds,day\n180,2026-01-02", unit: .kilograms).readings[0].weight.grams == 81_647)
        #expect(try table("date,weight\n2026-01-02,180", unit: .pounds).readings[0].weight.grams == 81_647)
    }

    @Test("A header that lacks a column, or has it twice, is an error of the whole file")
    func badHeaders() {
        #expect(throws: TableError.columnMissing("weight", among: ["date", "mass"])) {
            try table("date,mass\n2026-01-02,81")
        }
        #expect(throws: TableError.columnMissing("date", among: ["weight"])) { try table("weight\n81") }
        #expect(throws: TableError.columnDoubled("weight")) { try table("date,weight,weight\n2026-01-02,81,180") }
        #expect(throws: TableError.empty) { try table("\n\n") }
    }

    @Test("Every bad row is named by its line and the good ones are kept")
    func badRows() throws {
        let table = try table(
            "date,weight,unit\n2026-02-30,81\n2026-01-02,81,sack\n2026-01-02,12\n,81\n2026-01-03\n1,2,3,4\n2026-01-04,80\n"
        )
        #expect(table.readings == [try reading("2026-01-04", "80")])
        #expect(
            table.badRows.map(\.fault) == [
                .reading(.noSuchDay("2026-02-30", year: 2026, month: 2)), .reading(.unknownUnit("sack")),
                .reading(.impossibleWeight("12", .kilograms)), .cellMissing("date"), .cellMissing("weight"),
                .tooManyCells(4, expected: 3),
            ])
        #expect(table.badRows.map(\.line) == [2, 3, 4, 5, 6, 7])
    }

    @Test("A first row that is bad data is not taken for a header")
    func badFirstRow() throws {
        #expect(try table("2025-12-32,80,kg\n2026-01-02,80,kg").badRows.map(\.line) == [1])
    }

    @Test("What was exported imports as the same weights")
    func export() throws {
        let records = [try record(1, "2026-01-02", "81.647"), try record(2, "2026-01-02", "80")]
        #expect(try table(WeightTable.csv(of: records)).readings == records.map(\.reading))
    }
}
