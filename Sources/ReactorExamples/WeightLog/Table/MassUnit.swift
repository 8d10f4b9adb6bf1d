import ReactorTerminal

/// What a file of weights may be written in.
enum MassUnit: String, Sendable {
    case grams = "g"
    case kilograms = "kg"
    case pounds = "lb"
    case stones = "st"

    /// The unit with this name, in any letters.
    init?(name: some StringProtocol) {
        switch name.lowercased() {
        case "g", "gram", "grams", "gramm": self = .grams
        case "kg", "kgs", "kilogram", "kilograms", "kilogramm", "kilo", "kilos": self = .kilograms
        case "lb", "lbs", "pound", "pounds": self = .pounds
        case "st", "stone", "stones": self = .stones
        default: return nil
        }
    }

    /// Grams in one unit, times 100,000. The international pound is 453.59237 g exactly, a stone 14 of them.
    var scaledGrams: Int {
        switch self {
        case .grams: 100_000
        case .kilograms: WeightUnit.kilograms.scaledGrams
        case .pounds: WeightUnit.pounds.scaledGrams
        case .stones: 14 * WeightUnit.pounds.scaledGrams
        }
    }
}

/// A weight as somebody wrote it: `81.5`, `81,5 kg`, `12 st 11.5 lb`.
struct WrittenWeight: Equatable {
    private var parts: [(number: String, unit: MassUnit?)] = []
    private let text: String

    /// - Throws: ``ReadingError/notAWeight(_:)``, ``ReadingError/unknownUnit(_:)``.
    init(_ text: String) throws(ReadingError) {
        self.text = text
        var rest = text[...]
        while true {
            rest = rest.drop { $0.isWhitespace }
            guard !rest.isEmpty else { break }
            let number = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
            rest = rest[number.endIndex...].drop { $0.isWhitespace }
            let name = rest.prefix { $0.isLetter }
            rest = rest[name.endIndex...]
            if rest.first == "." { rest.removeFirst() }
            guard !number.isEmpty else { throw .notAWeight(text) }
            guard !name.isEmpty else {
                parts.append((String(number), nil))
                continue
            }
            guard let unit = MassUnit(name: name) else { throw .unknownUnit(String(name)) }
            parts.append((String(number), unit))
        }
        let units = parts.map(\.unit)
        guard parts.count == 1 || units == [.stones, .pounds] || units == [.stones, nil] else {
            throw .notAWeight(text)
        }
        if parts.count == 2 { parts[1].unit = .pounds }
    }

    /// Stones in one cell and pounds in the next.
    init(stones: String, pounds: String) {
        text = "\(stones) st \(pounds) lb"
        parts = [(stones, .stones), (pounds, .pounds)]
    }

    var hasUnit: Bool { unit != nil }
    /// The unit that it says itself.
    var unit: MassUnit? { parts[0].unit }

    /// The weight, in this unit where it does not say its own.
    ///
    /// - Throws: ``ReadingError``.
    func weight(in unit: MassUnit) throws(ReadingError) -> Weight {
        var scaled = 0
        for (index, part) in parts.enumerated() {
            let own = part.unit ?? unit
            let number = own == .grams ? Self.ungrouped(part.number) : part.number
            let millionths = try Weight.millionths(of: number, text, own == .pounds ? .pounds : .kilograms)
            if parts.count == 2 {
                let isWhole = millionths.isMultiple(of: 1_000_000)
                guard index == 0 ? isWhole : millionths < 14_000_000 else { throw .notAWeight(text) }
            }
            scaled += millionths * own.scaledGrams
        }
        let divisor = 1_000_000 * 100_000
        guard let weight = Weight(grams: (scaled + divisor / 2) / divisor) else {
            let own = parts[0].unit ?? unit
            switch own {
            case .pounds, .kilograms: throw .impossibleWeight(parts[0].number, own == .pounds ? .pounds : .kilograms)
            case .grams: throw .impossibleMass("\(parts[0].number) g")
            case .stones: throw .impossibleMass(parts.count == 1 ? "\(parts[0].number) st" : text)
            }
        }
        return weight
    }

    /// A number of grams without the marks between its thousands: `81,500` and `81.500` are not eighty-one and a half.
    private static func ungrouped(_ number: String) -> String {
        let groups = number.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        let isGrouped = groups[0].count <= 3 && groups.dropFirst().allSatisfy { $0.count == 3 }
        return isGrouped ? groups.joined() : number
    }

    static func == (left: WrittenWeight, right: WrittenWeight) -> Bool { left.text == right.text }
}

extension Weight {
    /// The weight as `12 st 11.5 lb`.
    var textInStones: String {
        let tenths = (grams * 1_000_000 + WeightUnit.pounds.scaledGrams / 2) / WeightUnit.pounds.scaledGrams
        return "\(tenths / 140) st \(tenths % 140 / 10).\(tenths % 10) lb"
    }
}

/// What was understood of a table, in one line.
struct Understanding: Equatable, CustomStringConvertible {
    private let date: String
    private let weight: String
    private let unit: String?
    private let encoding: String?
    var order: DateOrder?
    var rows = 0
    /// Rows that have no weight, as tables of many measurements have them.
    var emptyRows = 0
    /// Rows of other measurements.
    var otherRows = 0
    var hasTimesOfGreenwich = false
    var hasSerialDates = false

    init(of layout: TableLayout, wishes: WeightTable.Wishes, encoding: String?) {
        let header = layout.header
        date = header.date.name
        weight = header.weights.map(\.name).joined(separator: " and ")
        let said = header.weights.contains { $0.unit != nil }
        unit = said ? nil : layout.unit.map { "in \($0.rawValue)" } ?? wishes.unit.map { "in \($0.rawValue) by --unit" }
        self.encoding = encoding
    }

    var description: String {
        var parts = ["date = \(date)" + (order.map { " (\($0.words))" } ?? "")]
        parts.append("weight = \(weight)" + (unit.map { " (\($0))" } ?? ""))
        parts.append(rows.counted("row"))
        if emptyRows > 0 { parts.append("\(emptyRows.grouped) without a weight") }
        if otherRows > 0 { parts.append("\(otherRows.grouped) of other measurements") }
        if hasSerialDates { parts.append("days are a spreadsheet's numbers, counted from 1900") }
        if hasTimesOfGreenwich { parts.append("UTC times are days of this computer's time zone") }
        if let encoding { parts.append("written in \(encoding)") }
        return parts.joined(separator: ", ")
    }
}
