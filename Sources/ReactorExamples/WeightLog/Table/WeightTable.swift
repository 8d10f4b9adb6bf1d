/// The weights that stand in a text of rows, what was understood of it, and the rows that could not be used.
struct WeightTable: Equatable {
    struct BadRow: Equatable {
        let line: Int
        let fault: RowFault
    }

    /// What a reader cannot know of a file, and a person may.
    struct Wishes: Equatable {
        /// What weights are in that do not say it.
        var unit: MassUnit?
        /// What comes first in dates of numbers.
        var order: DateOrder?
        /// The columns whose names say nothing here.
        var columns: [TableHeader.Role: String] = [:]
        /// The seconds by which the clock is ahead of Greenwich here, at a moment in seconds since 1970.
        var offset: @Sendable (Int) -> Int = { _ in 0 }

        static func == (left: Wishes, right: Wishes) -> Bool {
            (left.unit, left.order) == (right.unit, right.order) && left.columns == right.columns
        }
    }

    private(set) var readings: [Reading] = []
    private(set) var badRows: [BadRow] = []
    private(set) var understanding: Understanding

    /// A row that has a weight, before it is known in which order its date is.
    private struct Row {
        let line: Int
        let date: WrittenDate
        let text: String
        let offset: Int?
        let weight: Weight
    }

    /// Reads every row. `progress` is called now and then with the part of the text that has been read.
    ///
    /// - Throws: ``TableError`` when the columns cannot be distinguished, there are no rows, or what the rows mean is not
    ///   certain.
    init(
        csv bytes: [UInt8], wishes: Wishes = Wishes(), progress: (Double) throws -> Void = { _ in }
    ) throws {
        let text = try TableText(bytes)
        let layout = try TableLayout(of: text.bytes, named: wishes.columns)
        understanding = Understanding(of: layout, wishes: wishes, encoding: text.encoding)
        var reader = CSVReader(text.bytes, separator: layout.separator)
        var count = 0
        try read(layout, wishes) {
            while let row = reader.next() {
                count += 1
                if count % 1_000 == 0 { try progress(reader.fraction) }
                let row = TableRow(row)
                if row.line > layout.headerLine, !row.isAside { return row }
            }
            return nil
        }
    }

    /// The weights of an export of Apple Health.
    ///
    /// - Throws: ``TableError``.
    init(health: HealthReader, wishes: Wishes = Wishes()) throws {
        if let name = wishes.columns.values.min() { throw TableError.noColumns(name) }
        let layout = TableLayout(header: .health)
        understanding = Understanding(of: layout, wishes: wishes, encoding: nil)
        understanding.otherRows = health.otherRecords
        var rows = health.rows.makeIterator()
        try read(layout, wishes) { rows.next() }
    }

    /// The weights in objects, whose names are known as columns are.
    ///
    /// - Throws: ``TableError``.
    init(json: JSONRows, wishes: Wishes = Wishes()) throws {
        let layout = TableLayout(header: try TableHeader(json.columns, named: wishes.columns))
        understanding = Understanding(of: layout, wishes: wishes, encoding: nil)
        var rows = json.rows.makeIterator()
        try read(layout, wishes) { rows.next() }
    }

    private mutating func read(_ layout: TableLayout, _ wishes: Wishes, _ next: () throws -> TableRow?) throws {
        let rows = try rows(layout, wishes, next)
        if rows.isEmpty, !badRows.isEmpty, badRows.allSatisfy({ $0.fault == .unitMissing }) {
            throw TableError.unitUnknown
        }
        let order = try Self.order(of: rows, wishes)
        understanding.order = order
        for row in rows {
            let day = row.date.day(in: order ?? .yearMonthDay, isElsewhere: row.offset != nil) {
                row.offset ?? wishes.offset($0)
            }
            if let day {
                readings.append(Reading(day: day, weight: row.weight))
            } else {
                badRows.append(BadRow(line: row.line, fault: .otherOrder(row.text, order ?? .yearMonthDay)))
            }
        }
        badRows.sort { $0.line < $1.line }
        understanding.rows = readings.count
        understanding.hasSerialDates = rows.contains { $0.date.isSerial }
        understanding.hasTimesOfGreenwich = rows.contains { $0.date.isUTC && $0.offset == nil }
    }

    private mutating func rows(
        _ layout: TableLayout, _ wishes: Wishes, _ next: () throws -> TableRow?
    ) throws -> [Row] {
        var layout = layout
        var isOfWeights = true
        var titleLine: Int?
        var rows: [Row] = []
        var carried: WrittenDate?
        while let row = try next() {
            do throws(RowFault) {
                let cells = try row.cells.get()
                // Some apps write several tables into one file, each below a header, and a title above that.
                if layout.header.isFollowed(by: cells) {
                    if let titleLine, badRows.last?.line == titleLine { badRows.removeLast() }
                    let next = try? TableHeader(cells, named: wishes.columns)
                    layout.header = next ?? layout.header
                    isOfWeights = next != nil
                    continue
                }
                titleLine = cells.count == 1 ? row.line : nil
                guard isOfWeights else {
                    understanding.otherRows += cells.count > 1 ? 1 : 0
                    continue
                }
                if let read = try self.row(cells, line: row.line, layout, wishes, &carried) { rows.append(read) }
            } catch {
                badRows.append(BadRow(line: row.line, fault: error))
            }
        }
        return rows
    }

    private mutating func row(
        _ cells: [String], line: Int, _ layout: TableLayout, _ wishes: Wishes, _ carried: inout WrittenDate?
    ) throws(RowFault) -> Row? {
        let header = layout.header
        guard cells.dropFirst(header.columns).allSatisfy(\.isEmpty) else {
            throw .tooManyCells(cells.count, expected: header.columns)
        }
        func cell(_ index: Int?) -> String? { index.flatMap { $0 < cells.count ? cells[$0] : nil } }
        var kindUnit: MassUnit?
        if let kind = cell(header.kind) {
            guard let bodyMass = BodyMassKind(kind) else {
                understanding.otherRows += 1
                return nil
            }
            kindUnit = bodyMass.unit
        }
        guard let dateText = cell(header.date.index), !dateText.isEmpty else { throw .cellMissing("date") }
        let weightTexts = header.weights.map { cell($0.index) ?? "" }
        do throws(ReadingError) {
            guard weightTexts.contains(where: { !Self.isNothing($0) }) else {
                // Some apps write a date on a line of its own, above the times and weights of that day.
                let alone = cells.indices.allSatisfy { $0 == header.date.index || cells[$0].isEmpty }
                if header.hasDaysAbove, alone, let date = try? WrittenDate(dateText), date.time == nil {
                    carried = date
                    return nil
                }
                guard let index = header.weights.last?.index, index < cells.count else {
                    throw ReadingError.notAWeight("")
                }
                understanding.emptyRows += 1
                return nil
            }
            let weight = try self.weight(weightTexts, cell(header.unit), kindUnit, layout, wishes)
            guard let weight else { throw ReadingError.unknownUnit("") }
            var date = try WrittenDate(dateText)
            if date.isTimeAlone {
                guard let day = carried else { throw ReadingError.notADate(dateText) }
                date = date.on(day)
            }
            return Row(line: line, date: date, text: dateText, offset: Self.offset(cell(header.offset)), weight: weight)
        } catch {
            switch error {
            case .notAWeight(""): throw .cellMissing("weight")
            case .unknownUnit(""): throw .unitMissing
            default: throw .reading(error)
            }
        }
    }

    /// The weight of a row; nil when nothing says what it is in.
    private func weight(
        _ texts: [String], _ unitText: String?, _ kindUnit: MassUnit?, _ layout: TableLayout, _ wishes: Wishes
    ) throws(ReadingError) -> Weight? {
        if texts.count == 2 { return try Self.weight(stones: texts[0], pounds: texts[1]) }
        let written = try WrittenWeight(texts[0])
        var named: MassUnit?
        if let unitText, !unitText.isEmpty {
            guard let unit = MassUnit(name: unitText) else { throw .unknownUnit(unitText) }
            named = unit
        }
        let unit = named ?? kindUnit ?? layout.header.weights[0].unit ?? layout.unit ?? wishes.unit
        guard unit != nil || written.hasUnit else { return nil }
        return try written.weight(in: unit ?? .kilograms)
    }

    /// Stones and the pounds left over, or the same weight in both.
    private static func weight(stones: String, pounds: String) throws(ReadingError) -> Weight {
        if isNothing(stones) { return try WrittenWeight(pounds).weight(in: .pounds) }
        if isNothing(pounds) { return try WrittenWeight(stones).weight(in: .stones) }
        if let sum = try? WrittenWeight(stones: stones, pounds: pounds).weight(in: .stones) { return sum }
        let inStones = try WrittenWeight(stones).weight(in: .stones)
        let inPounds = try WrittenWeight(pounds).weight(in: .pounds)
        guard abs(inStones.grams - inPounds.grams) <= 400 else { throw .notAWeight("\(stones) st \(pounds) lb") }
        return inPounds
    }

    private static func isNothing(_ text: String) -> Bool {
        ["", "-", "--", "–", "—", "n/a", "null"].contains(text.lowercased())
    }

    /// `UTC+0100` in seconds.
    private static func offset(_ text: String?) -> Int? {
        guard let text, let sign = text.firstIndex(where: { "+-−".contains($0) }) else { return nil }
        let digits = text[sign...].filter(\.isNumber)
        guard digits.count == 4, let number = Int(digits) else { return nil }
        return (text[sign] == "+" ? 1 : -1) * (number / 100 * 3_600 + number % 100 * 60)
    }

    // MARK: - Which comes first

    /// The one order in which all dates are days; nil when they do not depend on one.
    ///
    /// - Throws: ``TableError/datesUnclear(example:orders:)``, ``TableError/datesContradict(first:second:)``.
    private static func order(of rows: [Row], _ wishes: Wishes) throws(TableError) -> DateOrder? {
        let depending = rows.filter { $0.date.isAmbiguous || $0.date.days.count < DateOrder.allCases.count }
        guard let first = depending.first else { return nil }
        if let order = wishes.order { return order }
        let possible = DateOrder.allCases.filter { order in depending.allSatisfy { $0.date.days[order] != nil } }
        guard let order = possible.first else {
            let other = depending.first { Set($0.date.days.keys).isDisjoint(with: first.date.days.keys) }
            throw .datesContradict(first: first.line, second: other?.line ?? first.line)
        }
        // Several orders that say the same days leave no doubt.
        for row in depending where Set(possible.compactMap { row.date.days[$0] }).count > 1 {
            throw .datesUnclear(example: row.text, orders: possible)
        }
        return order
    }
}

extension WeightTable {
    /// The rows of a log as CSV, in kilograms to the gram: importing it gives the same weights.
    static func csv(of records: [WeightRecord]) -> String {
        var text = "date,weight,unit\n"
        for record in records {
            text += "\(record.reading.day),\(record.reading.weight.text(in: .kilograms)),kg\n"
        }
        return text
    }
}

/// A kind of measurement that is body mass, and neither lean body mass nor anything else: `BodyMass`, `Weight Kilograms`.
private struct BodyMassKind {
    /// What its name says its weights are in.
    let unit: MassUnit?

    init?(_ name: String) {
        let words = name.lowercased().split { !$0.isLetter }
        unit = words.lazy.compactMap { MassUnit(name: $0) }.first
        let kind = words.filter { MassUnit(name: $0) == nil }.joined(separator: " ")
        let known: Set = [
            "hkquantitytypeidentifierbodymass", "bodymass", "body mass", "weight", "body weight", "gewicht",
        ]
        guard known.contains(kind) else { return nil }
    }
}

/// A row of cells, or why there is none.
struct TableRow {
    /// Where it begins in the file, counted from 1.
    let line: Int
    let cells: Result<[String], RowFault>

    init(line: Int, cells: Result<[String], RowFault>) {
        self.line = line
        self.cells = cells
    }

    init(_ row: CSVReader.Row) {
        line = row.line
        cells = row.cells.map { $0.map(\.trimmed) }.mapError { .csv($0) }
    }

    /// Whether it says something of the table, or nothing.
    var isAside: Bool {
        guard let first = try? cells.get().first else { return false }
        return first.hasPrefix("#") || first.lowercased().hasPrefix("sep=")
    }
}

/// Why a row cannot be used.
enum RowFault: Error, Equatable {
    case csv(CSVReader.Fault)
    case brokenTag
    case brokenObject
    case tooManyCells(Int, expected: Int)
    case cellMissing(String)
    case unitMissing
    case otherOrder(String, DateOrder)
    case reading(ReadingError)
}
