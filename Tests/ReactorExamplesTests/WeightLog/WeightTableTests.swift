import ReactorTesting
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Import of rows")
struct WeightTableTests {
    private func table(_ text: String, _ columns: [WeightTable.Role: String] = [:]) throws -> WeightTable {
        try WeightTable(Array(text.utf8), columns: columns)
    }

    private func error(_ text: String, _ columns: [WeightTable.Role: String] = [:]) -> String? {
        do throws(TableError) {
            _ = try WeightTable(Array(text.utf8), columns: columns)
            return nil
        } catch {
            return error.description
        }
    }

    private func rows(_ text: String) -> [[String]] {
        var reader = CSVReader(Array(text.utf8))
        var rows: [[String]] = []
        while let row = reader.next() { rows.append(["\(row.line)"] + ((try? row.cells.get()) ?? [])) }
        return rows
    }

    @Test("Lines of CSV end in LF, CR LF or CR, and empty lines are counted")
    func lineEnds() {
        #expect(rows("a,b\nc,d\r\ne,f\rg") == [["1", "a", "b"], ["2", "c", "d"], ["3", "e", "f"], ["4", "g"]])
        #expect(rows("\n\na\n\r\nb\n") == [["3", "a"], ["5", "b"]])
    }

    @Test("The first line decides the separator, and a byte-order mark is skipped")
    func separators() {
        #expect(rows("\u{FEFF}a;b\n1,5;2") == [["1", "a", "b"], ["2", "1,5", "2"]])
        #expect(rows("a\tb\n") == [["1", "a", "b"]])
    }

    @Test("A row with broken quotes is reported with its line, and reading continues with the next line")
    func faults() {
        #expect(rows("a\n\"b\nc") == [["1", "a"], ["2"], ["3", "c"]])
        #expect(rows("a,\"b\"c\nd") == [["1"], ["2", "d"]])
    }

    @Test("Any cells, quoted, are read back")
    func randomRoundTrip() {
        for seed in 0..<300 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            let pieces = ["a", ",", "\"", "\n", "\r\n", "ü", ";", "1"]
            let table = (0...random.number(in: 0...4)).map { _ in
                (0..<3).map { _ in
                    "x" + (0..<random.number(in: 0...4)).map { _ in pieces[random.number(in: 0...7)] }.joined() + "x"
                }
            }
            let quoted = table.map { row in
                row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\n"
            }
            let read = rows("k" + String(repeating: ",k", count: 19) + "\n" + quoted.joined()).dropFirst()
            #expect(read.map { Array($0.dropFirst()) } == table, "seed \(seed)")
        }
    }

    @Test("Columns are found by their names in any order, or are a day and kilograms, and a time is not read")
    func columns() throws {
        let expected = [try reading("2026-01-02", "81.4")]
        #expect(try table("2026-01-02,81.4\n").readings == expected)
        #expect(try table("Note,WEIGHT,Date\nx,81.4,2026-01-02").readings == expected)
        #expect(try table("date;kilograms\n2026-01-02 07:30;81,4").readings == expected)
        #expect(try table("When,Gross\n2026-01-02,81.4", [.date: "when", .weight: "Gross"]).readings == expected)
    }

    @Test("If a column is missing or ambiguous, nothing is read, and the error contains the option")
    func badColumns() {
        #expect(
            error("date,mass\n2026-01-02,81")
                == "no column is the weight among 'date, mass'; name it with --column weight=NAME")
        #expect(
            error("date,Weight,kg\n2026-01-02,81,81")
                == "2 columns can be the weight among 'date, Weight, kg'; rename one of them, or name it with --column "
                + "weight=NAME")
        #expect(error("date,Weight,kg\n2026-01-02,81,81", [.weight: "kg"]) == nil)
        #expect(error("\n\n") == "there are no rows in it; export it again")
    }

    @Test("A row that cannot be used is reported with its line and the fix, and the other rows are read")
    func badRows() throws {
        let table = try table("day,kg\n2026-02-30,81\n2026-01-02,12\n2026-01-04\n2026-01-05,80\n")
        #expect(table.readings == [try reading("2026-01-05", "80")])
        #expect(
            table.badRows.map { "\($0.line): \($0.fault.description)" } == [
                "2: there is no 2026-02-30; check the month and the day",
                "3: 12 kg is not a possible weight; it is 20 to 500 kg",
                "4: '2026-01-04' is not a day and a weight; write 2026-01-02,81.4",
            ])
        var reader = CSVReader([0xFF, 10, 97])
        #expect(reader.next()?.cells == .failure(RowFault("the text is not UTF-8; save the file as CSV in UTF-8")))
    }

    @Test("Exported weights import as the same weights")
    func export() throws {
        let records = [try record(1, "2026-01-02", "81.647"), try record(2, "2026-01-02", "80")]
        #expect(try table(WeightTable.csv(of: records)).readings == records.map(\.reading))
    }
}
