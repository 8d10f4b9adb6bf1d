import ReactorTerminal
import Testing

@testable import ExampleWeightLog

@Suite("CSV")
struct CSVReaderTests {
    private func rows(_ text: String) -> [CSVReader.Row] {
        var reader = CSVReader(Array(text.utf8))
        var rows: [CSVReader.Row] = []
        while let row = reader.next() { rows.append(row) }
        return rows
    }

    private func row(_ line: Int, _ cells: String...) -> CSVReader.Row {
        CSVReader.Row(line: line, cells: .success(cells))
    }

    @Test("Lines may end in LF, CR LF, CR or the end of the text")
    func lineEnds() {
        #expect(
            rows("a,b\nc,d\r\ne,f\rg,h") == [row(1, "a", "b"), row(2, "c", "d"), row(3, "e", "f"), row(4, "g", "h")])
    }

    @Test("Empty lines are no rows, but are counted")
    func emptyLines() {
        #expect(rows("\n\na\n\r\nb\n") == [row(3, "a"), row(5, "b")])
    }

    @Test("Quotation marks keep separators, line ends and doubled marks")
    func quotes() {
        #expect(rows("\"a,b\",\"c\nd\",\"e\"\"f\" ,\"\"\ng") == [row(1, "a,b", "c\nd", "e\"f", ""), row(3, "g")])
    }

    @Test("The separator is the one that the first line has most of, and a byte-order mark is skipped")
    func separators() {
        #expect(rows("\u{FEFF}a;b\n1,5;2") == [row(1, "a", "b"), row(2, "1,5", "2")])
        #expect(rows("a\tb\n") == [row(1, "a", "b")])
        #expect(rows("1,5;2") == [row(1, "1,5", "2")])
    }

    @Test("A broken row is reported with its line, and reading goes on with the next line")
    func faults() {
        let broken = rows("a,\"b\nc,d\n\"e\"f,g\nh,i")
        #expect(broken[0] == CSVReader.Row(line: 1, cells: .failure(.textAfterQuote(column: 2))))
        #expect(rows("\"a\nb")[0] == CSVReader.Row(line: 1, cells: .failure(.quoteNotClosed)))
        #expect(rows("\"a\nb")[1] == row(2, "b"))
        #expect(broken.last == row(4, "h", "i"))
        var reader = CSVReader([0xFF, 10, 97])
        #expect(reader.next() == CSVReader.Row(line: 1, cells: .failure(.notUTF8)))
        #expect(reader.next() == row(2, "a"))
    }

    @Test("Any cells, quoted, are read back")
    func randomRoundTrip() {
        for seed in 0..<300 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            let pieces = ["a", ",", "\"", "\n", "\r\n", "ü", ";", "1"]
            let table = (0...random.number(in: 0...4)).map { _ in
                (0..<3).map { _ in
                    "x" + (0..<random.number(in: 0...4)).map { _ in pieces[random.number(in: 0...7)] }.joined()
                }
            }
            let quoted = table.map { row in
                row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\n"
            }
            let read = rows("k,k,k,k,k,k,k,k,k,k,k,k,k,k,k,k,k,k,k,k\n" + quoted.joined()).dropFirst()
            #expect(read.map { try? $0.cells.get() } == table, "seed \(seed)")
        }
    }
}
