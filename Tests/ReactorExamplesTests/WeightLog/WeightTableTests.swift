import ReactorTerminal
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Import of rows")
struct WeightTableTests {
    private func table(
        _ text: String, named: [WeightTable.Role: String] = [:], unit: WeightUnit? = .kilograms
    ) throws -> WeightTable {
        try WeightTable(Array(text.utf8), named: named, unit: unit)
    }

    private func error(_ text: String, named: [WeightTable.Role: String] = [:], unit: WeightUnit? = .kilograms)
        -> String?
    {
        do throws(TableError) {
            _ = try WeightTable(Array(text.utf8), named: named, unit: unit)
            return nil
        } catch {
            return error.description
        }
    }

    private func rows(_ text: String) -> [[String]] {
        var reader = CSVReader(Array(text.utf8))
        var rows: [[String]] = []
        while let row = reader.next() {
            rows.append((try? row.cells.get()).map { [row.place] + $0 } ?? [row.place])
        }
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
        #expect(rows("1,5;2") == [["1", "1,5", "2"]])
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

    @Test("Without names the columns are date, weight, unit")
    func positional() throws {
        let table = try table("2026-01-02,81.4,kg\n2026-01-03,180,lb\n2026-01-04,82")
        #expect(table.readings.map(\.weight.grams) == [81_400, 81_647, 82_000])
        #expect(table.badRows.isEmpty)
    }

    @Test("Columns are found by name in any order, among others, with the unit in the name, and a time is ignored")
    func headers() throws {
        let expected = [try reading("2026-01-02", "81.4")]
        #expect(try table("Unit,Note,WEIGHT,Date\nkg,x,81.4,2026-01-02").readings == expected)
        #expect(try table("date;kilograms\n2026-01-02 07:30;81,4").readings == expected)
        #expect(try table("Weight (lb),day\n180,2026-01-02T07:30").readings[0].weight.grams == 81_647)
        #expect(
            try table("When,Brutto\n2026-01-02,81.4", named: [.date: "when", .weight: "Brutto"]).readings == expected)
    }

    @Test("JSON is an array of objects, whose members are columns")
    func json() throws {
        let text = #"[{"date": "2026-01-02", "kg": 81.4, "note": [1]}, {"kg": "80", "date": "2026-02-30"}, {"kg": 1}]"#
        let table = try table(text, unit: nil)
        #expect(table.readings == [try reading("2026-01-02", "81.4")])
        #expect(table.badRows.map(\.place) == ["object 2", "object 3"])
        #expect(error(#"{"kg": 81}"#)?.hasPrefix("this JSON is not an array of objects; write [{") == true)
        #expect(error("[{")?.hasPrefix("this is not JSON. ") == true)
    }

    @Test("If the columns are ambiguous, nothing is read, and the error names the column and the fix")
    func badHeaders() {
        #expect(
            error("date,mass\n2026-01-02,81")
                == "no column is known as the weight among date, mass; choose one with --column weight=NAME")
        #expect(
            error("date,Weight,note,weight\n2026-01-02,81,,180")
                == "the columns 2 and 4 are both called 'Weight'; rename one of them in the first line of the file")
        #expect(
            error("date,W,w\n2026-01-02,81,180", named: [.weight: "w"])
                == "the columns 2 and 3 are both called 'W'; rename one of them in the first line of the file")
        let several = "date,Weight (kg),Weight (lb)\n2026-01-02,81,180"
        #expect(
            error(several)
                == "more than one column may be the weight: Weight (kg), Weight (lb); choose one with --column "
                + "'weight=Weight (kg)'")
        #expect(error(several, named: [.weight: "Weight (kg)"]) == nil)
        #expect(error("date,kg\n", named: [.date: "day"]) == "no column is called 'day' among date, kg")
        #expect(error("\n\n") == "there are no rows in it; export it again")
        #expect(error("\"date\n") == "line 1: a quotation mark is not closed; close it, or double it inside of a cell")
        #expect(
            error("date,weight\n2026-01-02,81", unit: nil)
                == "nothing in it states the unit of its weights; add --unit kg or --unit lb")
    }

    @Test("Every unusable row is reported by its line with the fix, and the others are imported")
    func badRows() throws {
        let table = try table(
            "date,weight,unit\n2026-02-30,81\n2026-01-02,81,sack\n2026-01-02,12\n,81\n2026-01-03\n1,2,3,4\n2026-01-04,80\n"
        )
        #expect(table.readings == [try reading("2026-01-04", "80")])
        #expect(
            table.badRows.map { "\($0.place): \($0.fault.description)" } == [
                "2: there is no 2026-02-30: that month has 28 days", "3: 'sack' is not a unit; write kg or lb",
                "4: 12 kg is not a possible weight; it is 20 to 500 kg (--unit lb for pounds)",
                "5: the date is missing; add it, or delete the row",
                "6: the weight is missing; add it, or delete the row",
                "7: 4 cells where 3 are expected; put quotation marks around a decimal comma",
            ])
        #expect(try self.table("2025-12-32,80,kg\n2026-01-02,80,kg").badRows.map(\.place) == ["1"])
        var reader = CSVReader([0xFF, 10, 97])
        #expect(
            reader.next()?.cells == .failure(RowFault("the text is not UTF-8; save the file as CSV in UTF-8")))
    }

    @Test("Exported weights import as the same weights")
    func export() throws {
        let records = [try record(1, "2026-01-02", "81.647"), try record(2, "2026-01-02", "80")]
        #expect(try table(WeightTable.csv(of: records)).readings == records.map(\.reading))
    }
}
