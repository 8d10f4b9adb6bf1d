import ReactorTerminal

/// The weights of a CSV table, and the invalid rows.
struct WeightTable {
    /// The meaning of a column.
    enum Role: String, CaseIterable {
        case date, weight

        /// The names of a column with this meaning.
        fileprivate var names: [String] {
            self == .date ? ["date", "day"] : ["weight", "kg", "kilograms", "weight (kg)"]
        }
    }

    private(set) var readings: [Reading] = []
    private(set) var badRows: [(line: Int, fault: RowFault)] = []

    /// - Parameters:
    ///   - bytes: The content of the file, in UTF-8.
    ///   - columns: The column names that the user specified.
    /// - Throws: ``TableError`` if the table has no rows, or a column is missing or ambiguous.
    init(_ bytes: [UInt8], columns: [Role: String] = [:]) throws(TableError) {
        var rows = Self.rows(of: bytes)
        guard let first = rows.first else { throw TableError("there are no rows in it; export it again") }
        let names = (try? first.cells.get()) ?? []
        // A table without names has the columns of an export.
        var places = (date: 0, weight: 1)
        if names.first?.first?.isNumber != true || !columns.isEmpty {
            places = (try Self.place(of: .date, in: names, columns), try Self.place(of: .weight, in: names, columns))
            rows.removeFirst()
        }
        for row in rows {
            do throws(RowFault) {
                let cells = try row.cells.get()
                guard max(places.date, places.weight) < cells.count else {
                    throw RowFault(
                        "'\(cells.joined(separator: ",").excerpt)' is not a day and a weight; write 2026-01-02,81.4")
                }
                readings.append(try Self.reading(cells[places.date], cells[places.weight]))
            } catch {
                badRows.append((row.line, error))
            }
        }
    }

    private static func reading(_ day: String, _ weight: String) throws(RowFault) -> Reading {
        do throws(ReadingError) {
            // The time after a day is ignored.
            return Reading(
                day: try Day(parsing: String(day.prefix { $0 != "T" && $0 != " " })),
                weight: try Weight(parsing: weight))
        } catch {
            throw RowFault(error.description)
        }
    }

    private static func place(
        of role: Role, in names: [String], _ columns: [Role: String]
    ) throws(TableError) -> Int {
        let wanted = columns[role].map { [$0.lowercased()] } ?? role.names
        let found = names.indices.filter { wanted.contains(names[$0].lowercased()) }
        if let only = found.first, found.count == 1 { return only }
        let list = names.joined(separator: ", ").excerpt
        throw TableError(
            found.isEmpty
                ? "no column is the \(role.rawValue) among '\(list)'; name it with --column \(role.rawValue)=NAME"
                : "\(found.count) columns can be the \(role.rawValue) among '\(list)'; rename one of them, or name it with "
                    + "--column \(role.rawValue)=NAME")
    }

    private static func rows(of bytes: [UInt8]) -> [TableRow] {
        var rows: [TableRow] = []
        var reader = CSVReader(bytes)
        while let row = reader.next() { rows.append(row) }
        return rows
    }

    /// Returns records as a table, with an accuracy of 1 g. Importing the table results in the same weights.
    static func csv(of records: [WeightRecord]) -> String {
        "date,kilograms\n" + records.map { "\($0.reading.day),\($0.reading.weight.text)\n" }.joined()
    }
}

/// A row of cells, or its fault.
struct TableRow {
    /// The line in the file.
    let line: Int
    let cells: Result<[String], RowFault>
}

/// The fault of a row, and its fix.
struct RowFault: Error, Equatable {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The fault of a whole table. None of its rows is imported.
struct TableError: ProgramError, Equatable {
    let description: String

    init(_ description: String) { self.description = description }
}
