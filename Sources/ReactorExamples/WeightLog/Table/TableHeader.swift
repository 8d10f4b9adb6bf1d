/// Which column holds what.
struct TableHeader: Equatable {
    let date: Int
    let weight: Int
    let unit: Int?
    /// What a weight is in when its row does not say, where the name of its column tells.
    let weightUnit: WeightUnit?
    /// How many cells a row may have.
    let columns: Int

    /// Without a header line: date, weight, unit.
    static let positional = TableHeader(date: 0, weight: 1, unit: 2, weightUnit: nil, columns: 3)

    private init(date: Int, weight: Int, unit: Int?, weightUnit: WeightUnit?, columns: Int) {
        self.date = date
        self.weight = weight
        self.unit = unit
        self.weightUnit = weightUnit
        self.columns = columns
    }

    /// The header in these cells, nil when they are data, in any order and among columns that are none of ours.
    init?(_ cells: [String]) throws(TableError) {
        let roles = cells.map(Role.init(name:))
        guard !cells.contains(where: { $0.first?.isNumber ?? false }) else { return nil }
        guard roles.contains(where: { $0 != .other }) else { return nil }
        date = try TableHeader.only(in: roles, named: "date") { $0 == .date }
        weight = try TableHeader.only(in: roles, named: "weight") { $0.isWeight }
        unit = roles.firstIndex(of: .unit)
        weightUnit = roles[weight].weightUnit
        columns = cells.count
    }

    private static func only(
        in roles: [Role], named name: String, where matches: (Role) -> Bool
    ) throws(TableError) -> Int {
        let found = roles.indices.filter { matches(roles[$0]) }
        guard let first = found.first else { throw .columnMissing(name) }
        guard found.count == 1 else { throw .columnDoubled(name) }
        return first
    }

    private enum Role: Equatable {
        case date
        case weight(WeightUnit?)
        case unit
        case other

        init(name: String) {
            switch name.lowercased() {
            case "date", "day": self = .date
            case "weight": self = .weight(nil)
            case "kilograms", "kg", "weight (kg)", "weight_kg": self = .weight(.kilograms)
            case "pounds", "lb", "lbs", "weight (lb)", "weight_lb": self = .weight(.pounds)
            case "unit", "units": self = .unit
            default: self = .other
            }
        }

        var isWeight: Bool {
            guard case .weight = self else { return false }
            return true
        }

        var weightUnit: WeightUnit? {
            guard case .weight(let unit) = self else { return nil }
            return unit
        }
    }
}
