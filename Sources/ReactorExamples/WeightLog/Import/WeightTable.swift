import ReactorRecording
import ReactorTerminal

/// The weights in a CSV file, or in a JSON array of objects, and the rows that cannot be used.
struct WeightTable {
    /// The meanings that a column may have.
    enum Role: String, CaseIterable {
        case date, weight, unit
    }

    private(set) var readings: [Reading] = []
    private(set) var badRows: [(place: String, fault: RowFault)] = []
    private let columns: Columns
    private let unit: WeightUnit?

    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - named: the names of columns that the user knows.
    ///   - unit: the unit of weights that have none in the file.
    /// - Throws: ``TableError`` if the columns are not certain, or there are no rows.
    init(_ bytes: [UInt8], named: [Role: String] = [:], unit: WeightUnit? = nil) throws(TableError) {
        let (header, rows) = try Self.rows(of: bytes)
        self.unit = unit
        if header.isPositional, named.isEmpty {
            columns = Columns(count: 3, date: 0, weight: 1, unit: 2)
        } else {
            columns = try Columns(header.names, named: named)
        }
        guard columns.unit != nil || columns.weightUnit != nil || unit != nil else {
            throw TableError("nothing in it states the unit of its weights; add --unit kg or --unit lb")
        }
        for row in header.isPositional && named.isEmpty ? [header.row] + rows : rows {
            do throws(RowFault) {
                readings.append(try reading(try row.cells.get()))
            } catch {
                badRows.append((row.place, error))
            }
        }
    }

    private struct Header {
        let row: TableRow
        var names: [String] { (try? row.cells.get()) ?? [] }
        /// Whether it is a row of data already.
        var isPositional: Bool { names.count > 1 && names[0].first?.isNumber ?? false }
    }

    private static func rows(of bytes: [UInt8]) throws(TableError) -> (Header, [TableRow]) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var rows: [TableRow] = []
        if let first = bytes[start...].first(where: { $0 > 32 }),
            first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
        {
            rows = try objects(in: bytes[start...])
        } else {
            var reader = CSVReader(bytes)
            while let row = reader.next() { rows.append(row) }
        }
        guard let first = rows.first else { throw TableError("there are no rows in it; export it again") }
        if case .failure(let fault) = first.cells { throw TableError("line \(first.place): \(fault.description)") }
        return (Header(row: first), Array(rows.dropFirst()))
    }

    /// The objects of an array as rows, below a row of the names of their members.
    private static func objects(in bytes: ArraySlice<UInt8>) throws(TableError) -> [TableRow] {
        let json: JSON
        do { json = try JSON(parsing: bytes) } catch { throw TableError("this is not JSON. \(error)") }
        guard let objects = json.array, !objects.isEmpty, objects.allSatisfy({ $0.object != nil }) else {
            throw TableError("this JSON is not an array of objects; write [{\"date\": \"2026-01-02\", \"kg\": 81.4}]")
        }
        var names: [String] = []
        var known: Set<String> = []
        for member in objects.flatMap({ $0.object?.members ?? [] }) where known.insert(member.key).inserted {
            names.append(member.key)
        }
        return [TableRow(place: "object 1", cells: .success(names))]
            + objects.enumerated().map { index, object in
                let cells = names.map { name in object[name].flatMap { $0.string ?? $0.number?.text } ?? "" }
                return TableRow(place: "object \(index + 1)", cells: .success(cells))
            }
    }

    private func reading(_ cells: [String]) throws(RowFault) -> Reading {
        guard cells.dropFirst(columns.count).allSatisfy(\.isEmpty) else {
            throw RowFault(
                "\(cells.count) cells where \(columns.count) are expected; put quotation marks around a decimal comma")
        }
        func cell(_ role: Role, _ index: Int?) throws(RowFault) -> String {
            guard let index, index < cells.count, !cells[index].isEmpty else {
                throw RowFault("the \(role.rawValue) is missing; add it, or delete the row")
            }
            return cells[index]
        }
        let date = try cell(.date, columns.date)
        let weight = try cell(.weight, columns.weight)
        let named = columns.unit.flatMap { $0 < cells.count && !cells[$0].isEmpty ? cells[$0] : nil }
        if let named, WeightUnit(name: named) == nil {
            throw RowFault("'\(named.excerpt)' is not a unit; write kg or lb")
        }
        guard let unit = named.flatMap({ WeightUnit(name: $0) }) ?? columns.weightUnit ?? unit else {
            throw RowFault("nothing states the unit of the weight; add --unit kg or --unit lb")
        }
        do throws(ReadingError) {
            // A time after the day is left out.
            let day = try Day(parsing: date.prefix { $0 != "T" && $0 != " " })
            return Reading(day: day, weight: try Weight(parsing: weight, unit: unit))
        } catch {
            throw RowFault(error.description)
        }
    }

    /// The rows of a log as CSV, in kilograms to the gram: importing it gives the same weights.
    static func csv(of records: [WeightRecord]) -> String {
        "date,weight,unit\n"
            + records.map { "\($0.reading.day),\($0.reading.weight.text(in: .kilograms)),kg\n" }.joined()
    }
}

/// The places of the columns that are read.
private struct Columns {
    let count: Int
    let date: Int
    let weight: Int
    var unit: Int?
    /// The unit in the name of the weight's column.
    var weightUnit: WeightUnit?

    init(count: Int, date: Int, weight: Int, unit: Int?) {
        (self.count, self.date, self.weight, self.unit) = (count, date, weight, unit)
    }

    init(_ names: [String], named: [WeightTable.Role: String]) throws(TableError) {
        let date = try Self.only(.date, names, named)
        let weight = try Self.only(.weight, names, named)
        let unit = try Self.find(.unit, names, named)
        self.init(count: names.count, date: date, weight: weight, unit: unit)
        weightUnit = Self.words(names[weight]).lazy.compactMap { WeightUnit(name: $0) }.first
    }

    private static func only(
        _ role: WeightTable.Role, _ names: [String], _ named: [WeightTable.Role: String]
    ) throws(TableError) -> Int {
        guard let index = try find(role, names, named) else {
            throw TableError(
                "no column is known as the \(role.rawValue) among \(list(names)); choose one with "
                    + "--column \(role.rawValue)=NAME")
        }
        return index
    }

    private static func find(
        _ role: WeightTable.Role, _ names: [String], _ named: [WeightTable.Role: String]
    ) throws(TableError) -> Int? {
        let wish = named[role]?.lowercased()
        let found = names.indices.filter {
            wish.map { [name = names[$0].lowercased()] in name == $0 } ?? means(names[$0], role)
        }
        if let wish, found.isEmpty { throw TableError("no column is called '\(wish.excerpt)' among \(list(names))") }
        guard found.count > 1 else { return found.first }
        if let name = Dictionary(grouping: found, by: { names[$0].lowercased() }).values.first(where: { $0.count > 1 })
        {
            throw TableError(
                "the columns \(name.map { "\($0 + 1)" }.joined(separator: " and ")) are both called "
                    + "'\(names[name[0]].excerpt)'; rename one of them in the first line of the file")
        }
        throw TableError(
            "more than one column may be the \(role.rawValue): \(list(found.map { names[$0] })); choose one with --column "
                + "'\(role.rawValue)=\(names[found[0]].excerpt)'")
    }

    /// `date`, `weight`, `unit`, and for a weight `kg`, `Weight (lb)`.
    private static func means(_ name: String, _ role: WeightTable.Role) -> Bool {
        let words = words(name)
        let others = words.filter { $0 != role.rawValue }
        switch role {
        case .date: return words == ["date"] || words == ["day"]
        case .weight: return !words.isEmpty && others.allSatisfy { WeightUnit(name: $0) != nil }
        case .unit: return words == ["unit"]
        }
    }

    private static func words(_ name: String) -> [String] {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func list(_ names: [String]) -> String {
        names.joined(separator: ", ").prefix(200).description.escaped()
    }
}

/// A row of cells, or why there is none.
struct TableRow {
    /// The line in the file, or the number of the object in the array.
    let place: String
    let cells: Result<[String], RowFault>
}

/// Why a row cannot be used, and the fix.
struct RowFault: Error, Equatable {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Why a whole table cannot be read. Nothing of it is imported then.
struct TableError: ProgramError, Equatable {
    let description: String

    init(_ description: String) { self.description = description }
}
