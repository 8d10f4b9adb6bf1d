/// A body weight in whole grams, so that equal weights are equal and what is read back is what was written.
struct Weight: Hashable, Sendable {
    let grams: Int

    /// A weight that a person can have, or nil.
    init?(grams: Int) {
        guard Weight.possibleGrams.contains(grams) else { return nil }
        self.grams = grams
    }

    var kilograms: Double { Double(grams) / 1_000 }

    /// 20 to 500 kg.
    static let possibleGrams = 20_000...500_000
}

extension Weight: Comparable {
    static func < (left: Weight, right: Weight) -> Bool { left.grams < right.grams }
}

/// What a weight is written in.
enum WeightUnit: String, Sendable, CaseIterable {
    case kilograms = "kg"
    case pounds = "lb"

    /// The unit with this name, however it is capitalised.
    init?(name: some StringProtocol) {
        switch name.lowercased() {
        case "kg", "kgs", "kilogram", "kilograms": self = .kilograms
        case "lb", "lbs", "pound", "pounds": self = .pounds
        default: return nil
        }
    }

    /// Grams in one unit, times 100,000: the international pound is 453.59237 g exactly.
    var scaledGrams: Int {
        switch self {
        case .kilograms: 100_000_000
        case .pounds: 45_359_237
        }
    }
}
