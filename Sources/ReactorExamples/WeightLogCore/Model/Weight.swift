/// A body weight in whole grams. Integers make comparisons exact, and a weight does not change when it is written and
/// read.
package struct Weight: Hashable, Sendable {
    package let grams: Int

    /// Creates a weight, or nil if it is outside of the possible range.
    package init?(grams: Int) {
        guard Weight.possibleGrams.contains(grams) else { return nil }
        self.grams = grams
    }

    /// The possible weights, from 20 to 500 kg.
    package static let possibleGrams = 20_000...500_000
}

extension Weight: Comparable {
    package static func < (left: Weight, right: Weight) -> Bool { left.grams < right.grams }
}

/// The recorded form, which is the number of grams.
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
    /// Creates a weight from kilograms as a plain decimal number, with a point or a comma before the decimals.
    ///
    /// - Throws: ``ReadingError`` if the text is not a decimal number, or the weight is outside of the possible range.
    package init(parsing text: some StringProtocol) throws(ReadingError) {
        let halves = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        let decimals = halves.count == 2 ? halves[1] : "0"
        guard (1...2).contains(halves.count), Weight.isDigits(halves[0]), Weight.isDigits(decimals) else {
            throw .notAWeight(String(text))
        }
        let digits = halves[0].drop { $0 == "0" }
        // Four decimals determine the rounding to grams. More than three digits before the decimals exceed the possible
        // range.
        let tenths = Int(String((decimals + "0000").prefix(4))) ?? 0
        guard digits.utf8.count <= 3, let weight = Weight(grams: (Int(digits) ?? 0) * 1_000 + (tenths + 5) / 10) else {
            throw .impossibleWeight(String(text))
        }
        self = weight
    }

    /// The number of kilograms, without trailing zeros and with at least one decimal.
    package var text: String {
        var decimals = String(String(grams % 1_000 + 1_000).dropFirst())
        while decimals.utf8.count > 1, decimals.last == "0" { decimals.removeLast() }
        return "\(grams / 1_000).\(decimals)"
    }

    private static func isDigits(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    }
}

extension Weight: CustomStringConvertible {
    /// The weight as `81.4 kg`.
    package var description: String { "\(text) kg" }
}
