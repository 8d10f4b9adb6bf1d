/// How a table is laid out: what separates its cells, where its header is, and what stands in front of it.
struct TableLayout {
    let separator: UInt8
    var header: TableHeader
    /// The line after which the rows begin; 0 when there is no header.
    let headerLine: Int
    /// The unit that a line in front of the header names.
    let unit: MassUnit?

    /// How many rows may stand in front of a header.
    private static let preamble = 30

    /// Rows that are below this header, and have no separators.
    init(header: TableHeader) {
        separator = 0
        self.header = header
        headerLine = 0
        unit = nil
    }

    /// Finds the layout by trying the separators that spreadsheets use; a line `sep=;` says which.
    ///
    /// - Throws: ``TableError`` when there are no rows, or a column is missing or there twice.
    init(of bytes: [UInt8], named columns: [TableHeader.Role: String] = [:]) throws(TableError) {
        var failure: (likeness: Int, error: TableError)?
        let usual = CSVReader(bytes).separator
        let named = Self.namedSeparator(bytes)
        for separator in named.map({ [$0] }) ?? [usual, 44, 59, 9, 124] {
            let start = Self.start(of: bytes, separator)
            if let (header, line) = Self.header(in: start, named: columns, &failure) {
                self.separator = separator
                self.header = header
                headerLine = line
                unit = Self.unit(in: start.prefix { $0.line < line })
                return
            }
        }
        separator = named ?? usual
        let start = Self.start(of: bytes, separator)
        let rows = start.filter { !$0.isComment && !$0.cells.isEmpty && !$0.isSeparator }
        guard let first = rows.first else { throw start.isEmpty ? .empty : .columnMissing("date", among: []) }
        guard first.cells[0].first?.isNumber ?? false, first.cells.count > 1, columns.isEmpty else {
            if failure == nil, let name = columns.values.min() {
                throw .namedColumnMissing(name, among: first.cells)
            }
            throw failure?.error ?? .columnMissing("date", among: first.cells)
        }
        header = .positional
        headerLine = 0
        unit = Self.unit(in: start.prefix { $0.line < first.line })
    }

    private struct Row {
        let line: Int
        let cells: [String]

        var isComment: Bool { cells.first?.hasPrefix("#") ?? false }
        var isSeparator: Bool { cells.first?.lowercased().hasPrefix("sep=") ?? false }
    }

    private static func start(of bytes: [UInt8], _ separator: UInt8) -> [Row] {
        var reader = CSVReader(bytes, separator: separator)
        var rows: [Row] = []
        while rows.count < preamble, let row = reader.next() {
            rows.append(Row(line: row.line, cells: ((try? row.cells.get()) ?? []).map(\.trimmed)))
        }
        return rows
    }

    private static func header(
        in rows: [Row], named columns: [TableHeader.Role: String], _ failure: inout (likeness: Int, error: TableError)?
    ) -> (TableHeader, line: Int)? {
        for row in rows {
            let cells = row.isComment ? row.cells.map(\.trimmedHeader) : row.cells
            let likeness = TableHeader.likeness(of: cells, named: columns)
            guard likeness > 0, cells.count > 1 || !row.isComment else { continue }
            do throws(TableError) {
                return (try TableHeader(cells, named: columns), row.line)
            } catch {
                if likeness > failure?.likeness ?? 0 { failure = (likeness, error) }
            }
        }
        return nil
    }

    /// `sep=;` in the first line, as spreadsheets write it.
    private static func namedSeparator(_ bytes: [UInt8]) -> UInt8? {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let line = bytes[start...].prefix { $0 != 10 && $0 != 13 }.filter { $0 != 34 }
        let text = String(decoding: line, as: UTF8.self).lowercased()
        guard text.hasPrefix("sep="), line.count >= 5 else { return nil }
        return Array(line)[4]
    }

    /// `#Units: kg`.
    private static func unit(in rows: some Sequence<Row>) -> MassUnit? {
        for row in rows where row.cells.count <= 2 {
            let words = row.cells.joined(separator: " ").lowercased().split { !$0.isLetter }
            guard words.contains(where: { ["unit", "units", "einheit"].contains($0) }) else { continue }
            if let unit = words.lazy.compactMap({ MassUnit(name: $0) }).first { return unit }
        }
        return nil
    }
}
