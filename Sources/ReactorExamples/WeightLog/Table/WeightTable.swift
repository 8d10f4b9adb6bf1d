/// The weights that stand in a text of rows, and the rows that could not be used.
struct WeightTable: Equatable {
    struct BadRow: Equatable {
        let line: Int
        let fault: RowFault
    }

    private(set) var readings: [Reading] = []
    private(set) var badRows: [BadRow] = []

    /// Reads every row. `progress` is told the part of the text that has been read, now and then.
    ///
    /// - Throws: ``TableError`` when the columns cannot be told apart, or there are no rows.
    init(
        csv bytes: [UInt8], defaultUnit: WeightUnit? = nil, progress: (Double) -> Void = { _ in }
    ) throws(TableError) {
        var reader = CSVReader(bytes)
        var header: TableHeader?
        var rows = 0
        while let row = reader.next() {
            rows += 1
            if rows % 1_000 == 0 { progress(reader.fraction) }
            do throws(RowFault) {
                let cells = try WeightTable.cells(of: row)
                if let header {
                    readings.append(try WeightTable.reading(in: cells, header: header, defaultUnit: defaultUnit))
                    continue
                }
                header = try WeightTable.header(cells)
                if header == nil {
                    header = .positional
                    readings.append(try WeightTable.reading(in: cells, header: .positional, defaultUnit: defaultUnit))
                }
            } catch {
                if case .table(let error) = error { throw error }
                badRows.append(BadRow(line: row.line, fault: error))
            }
        }
        guard rows > 0 else { throw .empty }
    }

    private static func cells(of row: CSVReader.Row) throws(RowFault) -> [String] {
        do throws(CSVReader.Fault) { return try row.cells.get() } catch { throw .csv(error) }
    }

    private static func header(_ cells: [String]) throws(RowFault) -> TableHeader? {
        do throws(TableError) { return try TableHeader(cells) } catch { throw .table(error) }
    }

    private static func reading(
        in cells: [String], header: TableHeader, defaultUnit: WeightUnit?
    ) throws(RowFault) -> Reading {
        guard cells.count <= header.columns else { throw .tooManyCells(cells.count, expected: header.columns) }
        guard header.date < cells.count, !cells[header.date].isEmpty else { throw .cellMissing("date") }
        guard header.weight < cells.count, !cells[header.weight].isEmpty else { throw .cellMissing("weight") }
        do throws(ReadingError) {
            var unit = header.weightUnit ?? defaultUnit ?? .kilograms
            if let column = header.unit, column < cells.count, !cells[column].isEmpty {
                guard let named = WeightUnit(name: cells[column]) else { throw .unknownUnit(cells[column]) }
                unit = named
            }
            return Reading(
                day: try Day(parsing: cells[header.date]), weight: try Weight(parsing: cells[header.weight], unit: unit)
            )
        } catch {
            throw .reading(error)
        }
    }
}

/// Why a row cannot be used.
enum RowFault: Error, Equatable {
    case csv(CSVReader.Fault)
    case table(TableError)
    case tooManyCells(Int, expected: Int)
    case cellMissing(String)
    case reading(ReadingError)
}
