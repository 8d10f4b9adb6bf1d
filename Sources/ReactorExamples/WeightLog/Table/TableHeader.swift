/// Which column holds what, known by what its name means, whatever stands in front of it and beside it.
struct TableHeader: Equatable {
    struct Column: Equatable {
        let index: Int
        let name: String
        /// What its name says its weights are in.
        var unit: MassUnit?
    }

    /// What a column may be named for.
    enum Role: String, CaseIterable {
        case date, weight, unit
    }

    let date: Column
    /// Whether the date's column is one of times, whose days stand on lines of their own.
    let hasDaysAbove: Bool
    /// One column, or stones and pounds.
    let weights: [Column]
    let unit: Int?
    /// What a row is about, where a table holds several kinds of measurements.
    let kind: Int?
    /// What is to be added to the times of a row.
    let offset: Int?
    /// How many cells a row may have.
    let columns: Int

    /// Without names: date, weight, unit.
    static let positional = TableHeader(
        date: Column(index: 0, name: "column 1"), hasDaysAbove: false, weights: [Column(index: 1, name: "column 2")],
        unit: 2, kind: nil,
        offset: nil, columns: 3)

    /// What is read of an export of Apple Health.
    static let health = TableHeader(
        date: Column(index: 0, name: "startDate"), hasDaysAbove: false,
        weights: [Column(index: 1, name: "value of BodyMass")], unit: 2, kind: nil, offset: nil, columns: 3)

    private init(
        date: Column, hasDaysAbove: Bool, weights: [Column], unit: Int?, kind: Int?, offset: Int?, columns: Int
    ) {
        self.date = date
        self.hasDaysAbove = hasDaysAbove
        self.weights = weights
        self.unit = unit
        self.kind = kind
        self.offset = offset
        self.columns = columns
    }

    /// The header in these cells, where `named` has the names of columns that somebody knows.
    ///
    /// - Throws: ``TableError/columnMissing(_:among:)``, ``TableError/columnDoubled(_:)``, and the same for a named column.
    init(_ cells: [String], named: [Role: String] = [:]) throws(TableError) {
        let names = cells.map(Name.init)
        func chosen(_ role: Role) throws(TableError) -> Column? {
            guard let name = named[role] else { return nil }
            let found = cells.indices.filter { cells[$0].isName(name) }
            guard let index = found.first else { throw .namedColumnMissing(name, among: cells) }
            guard found.count == 1 else { throw .namedColumnDoubled(name) }
            return Column(index: index, name: cells[index].trimmed, unit: names[index].unit)
        }
        func only(_ columns: [Column], _ what: String) throws(TableError) -> Column {
            guard let first = columns.first else { throw .columnMissing(what, among: cells) }
            guard columns.count == 1 else { throw .columnDoubled(what) }
            return first
        }
        func columns(_ holds: (Name) -> Bool) -> [Column] {
            names.indices.filter { holds(names[$0]) }.map {
                Column(index: $0, name: cells[$0].trimmed, unit: names[$0].unit)
            }
        }
        let ranks = names.map(\.dateRank)
        let best = ranks.compactMap { $0 }.min()
        if let chosenDate = try chosen(.date) {
            date = chosenDate
        } else {
            date = try only(columns { $0.dateRank != nil && $0.dateRank == best }, "date")
        }
        hasDaysAbove = names[date.index].dateRank == Name.timeRank
        let chosenWeight = try chosen(.weight)
        // A column that is named holds nothing but weights, unless its name says that it holds whatever the kind says.
        let mayHaveKinds = chosenWeight.map { names[$0.index].isValue } ?? true
        kind = mayHaveKinds ? names.firstIndex { $0.isKind } : nil
        let weighed = columns { $0.isWeight }
        let found = weighed.isEmpty ? columns { $0.isAverageWeight } : weighed
        if let chosenWeight {
            weights = [chosenWeight]
        } else if found.map(\.unit) == [.stones, .pounds] {
            weights = found
        } else if found.isEmpty, kind != nil {
            weights = [try only(columns { $0.isValue }, "weight")]
        } else if found.count > 1, Set(found.map(\.unit)).count == found.count,
            !found.contains(where: { $0.unit == nil })
        {
            // The same weight in several units.
            let order: [MassUnit?] = [.kilograms, .grams, .pounds, .stones]
            weights = order.lazy.compactMap { unit in found.first { $0.unit == unit } }.prefix(1).map { $0 }
        } else {
            weights = [try only(found, "weight")]
        }
        unit = try chosen(.unit)?.index ?? names.firstIndex { $0.isUnit }
        offset = names.firstIndex { $0.isOffset }
        self.columns = cells.count
    }

    /// Whether these cells, further down in the file, are the names of another table's columns.
    func isFollowed(by cells: [String]) -> Bool {
        date.index < cells.count && (Name(cells[date.index]).dateRank != nil || cells[date.index].isName(date.name))
    }

    /// How many of the cells are names that mean something here: what is not found is missing from the row that has most.
    static func likeness(of cells: [String], named: [Role: String] = [:]) -> Int {
        cells.count { cell in
            let name = Name(cell)
            return name.dateRank != nil || name.isWeight || name.isAverageWeight || name.isKind
                || named.values.contains { cell.isName($0) }
        }
    }
}

extension TableHeader {
    /// The name of a column, taken apart.
    private struct Name {
        /// Without the unit.
        private let words: [String]
        let unit: MassUnit?
        private let isText: Bool

        init(_ cell: String) {
            isText = !cell.contains { $0.isNumber || $0 == "%" }
            var words: [String] = []
            var isLower = false
            for character in cell {
                if character.isLetter {
                    if words.isEmpty || character.isUppercase && isLower { words.append("") }
                    words[words.count - 1].append(character)
                } else if words.last != "" {
                    words.append("")
                }
                isLower = character.isLowercase
            }
            let named = words.filter { !$0.isEmpty }.map { $0.lowercased() }
            unit = named.lazy.compactMap { MassUnit(name: $0) }.first
            self.words = named.filter { MassUnit(name: $0) == nil }
        }

        /// The rank of a column of times.
        static let timeRank = 4

        /// The lower, the more it is the date; nil for no date.
        var dateRank: Int? {
            guard isText, unit == nil else { return nil }
            switch words {
            case ["date"], ["day"], ["datum"], ["tag"], ["fecha"], ["dato"]: return 0
            case ["date", "time"], ["datetime"], ["timestamp"], ["zeitpunkt"], ["zeitstempel"], ["datum", "uhrzeit"],
                ["date", "and", "time"], ["datum", "und", "uhrzeit"], ["datum", "zeit"], ["iso", "timestamp"],
                ["iso", "date"], ["datum", "och", "tid"], ["datum", "tid"], ["tidpunkt"]:
                return 1
            case ["start", "date"], ["start", "time"], ["startdate"], ["starttime"]: return 3
            case ["time"], ["zeit"]: return Self.timeRank
            default:
                let measured: Set = ["measurement", "measured", "recorded", "weighing", "logged", "taken", "messung"]
                let small: Set = ["date", "time", "of", "at", "on", "datum", "der", "zeit"]
                guard words.contains(where: measured.contains), words.contains(where: small.contains) else {
                    return nil
                }
                return words.allSatisfy { measured.contains($0) || small.contains($0) } ? 2 : nil
            }
        }

        /// The mean of a day's weights, in a table without the weights.
        var isAverageWeight: Bool {
            let average: Set = ["average", "avg", "mean"]
            let others = words.filter { !average.contains($0) }
            return isText && others.count < words.count && !others.isEmpty && isWeight(others)
        }

        var isWeight: Bool { isText && isWeight(words) }

        private func isWeight(_ words: [String]) -> Bool {
            if words == ["body", "mass"] || words.isEmpty { return unit != nil || !words.isEmpty }
            let weight: Set = [
                "weight", "bodyweight", "gewicht", "körpergewicht", "koerpergewicht", "poids", "peso", "vikt",
                "kroppsvikt", "vekt", "kroppsvekt", "vægt",
            ]
            let neutral: Set = ["body", "mass", "my", "total", "current", "measured", "and", "in"]
            return words.contains(where: weight.contains)
                && words.allSatisfy { weight.contains($0) || neutral.contains($0) }
        }

        var isUnit: Bool { ["unit", "units", "einheit"].contains(words.last) && words.count <= 2 }
        var isValue: Bool { [["value"], ["quantity"], ["amount"], ["wert"]].contains(words) }
        var isKind: Bool { [["type"], ["metric"], ["data", "type"], ["measurement", "type"]].contains(words) }
        var isOffset: Bool { [["time", "offset"], ["utc", "offset"], ["zone", "offset"]].contains(words) }
    }
}

extension String {
    /// Without the white space around it, and without what marks a comment.
    var trimmedHeader: String {
        var text = trimmed
        while text.first == "#" { text = String(text.dropFirst()).trimmed }
        return text
    }

    /// Whether this cell is a column's name as a person says it.
    fileprivate func isName(_ name: String) -> Bool { trimmed.lowercased() == name.trimmed.lowercased() }
}
