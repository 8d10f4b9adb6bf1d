/// A body weight in whole grams, so that equal weights are equal and a weight is the same after it was written and
/// read.
package struct Weight: Hashable, Sendable {
    package let grams: Int

    /// A weight that a person can have, or nil.
    package init?(grams: Int) {
        guard Weight.possibleGrams.contains(grams) else { return nil }
        self.grams = grams
    }

    package var kilograms: Double { Double(grams) / 1_000 }

    /// 20 to 500 kg.
    package static let possibleGrams = 20_000...500_000
}

extension Weight: Comparable {
    package static func < (left: Weight, right: Weight) -> Bool { left.grams < right.grams }
}

/// The unit of a written weight.
package enum WeightUnit: String, Sendable, CaseIterable {
    case kilograms = "kg"
    case pounds = "lb"

    /// The unit with this name, however it is capitalised.
    package init?(name: some StringProtocol) {
        switch name.lowercased() {
        case "kg", "kgs", "kilogram", "kilograms": self = .kilograms
        case "lb", "lbs", "pound", "pounds": self = .pounds
        default: return nil
        }
    }

    /// Grams in one unit, times 100,000: the international pound is 453.59237 g exactly.
    package var scaledGrams: Int {
        switch self {
        case .kilograms: 100_000_000
        case .pounds: 45_359_237
        }
    }
}

/// Recorded as its grams.
extension Weight: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let grams = try container.decode(Int.self)
        guard let weight = Weight(grams: grams) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(grams) g is not a weight that a person can have")
        }
        self = weight
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(grams)
    }
}

extension Weight {
    /// The weight written as a plain decimal number, with a point or a comma before the decimals.
    ///
    /// - Throws: ``ReadingError`` when it is not such a number, or not a weight that a person can have.
    package init(parsing text: some StringProtocol, unit: WeightUnit) throws(ReadingError) {
        let scaled = try Weight.millionths(of: text, text, unit) * unit.scaledGrams
        let divisor = 1_000_000 * 100_000
        guard let weight = Weight(grams: (scaled + divisor / 2) / divisor) else {
            throw .impossibleWeight(String(text), unit)
        }
        self = weight
    }

    /// The millionths of a plain decimal number; an error quotes `whole`.
    package static func millionths(
        of number: some StringProtocol, _ whole: some StringProtocol, _ unit: WeightUnit
    ) throws(ReadingError) -> Int {
        let halves = number.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        let decimals = halves.count == 2 ? halves[1] : "0"
        guard (1...2).contains(halves.count), isDigits(halves[0]), isDigits(decimals) else {
            throw .notAWeight(String(whole))
        }
        let digits = halves[0].drop { $0 == "0" }
        // Six digits are more than what is possible even in grams, and keep a product with a unit inside an integer.
        guard digits.utf8.count <= 6 else { throw .impossibleWeight(String(whole), unit) }
        return (Int(digits) ?? 0) * 1_000_000 + millionths(decimals)
    }

    /// The number alone: kilograms with as many decimals as it has (one at least), pounds with one.
    package func text(in unit: WeightUnit) -> String {
        switch unit {
        case .kilograms:
            var decimals = String(String(grams % 1_000 + 1_000).dropFirst())
            while decimals.utf8.count > 1, decimals.last == "0" { decimals.removeLast() }
            return "\(grams / 1_000).\(decimals)"
        case .pounds:
            let tenths = (grams * 1_000_000 + unit.scaledGrams / 2) / unit.scaledGrams
            return "\(tenths / 10).\(tenths % 10)"
        }
    }

    private static func isDigits(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    }

    private static func millionths(_ decimals: some StringProtocol) -> Int {
        let kept = decimals.prefix(6)
        return Int(String(kept) + String(repeating: "0", count: 6 - kept.utf8.count)) ?? 0
    }
}

extension Weight: CustomStringConvertible {
    /// The weight as `81.4 kg`.
    package var description: String { "\(text(in: .kilograms)) kg" }
}
