extension JSON {
    /// A number as it was written. Equal numbers can have different texts. Negative zero is not equal to zero.
    @frozen public struct Number: Sendable {
        /// The text, in JSON syntax.
        public let text: String

        /// Creates a number from its text, or returns nil if the text is not a JSON number or has more than nine digits in its
        /// exponent.
        public init?(_ text: String) {
            guard case .number(let number)? = try? JSON(parsing: text), number.text == text else { return nil }
            self = number
        }

        /// Creates a whole number.
        @inlinable public init(_ value: some BinaryInteger) { text = String(value) }

        /// Creates a floating-point number with the shortest text that gives the same value, or returns nil if it is not finite.
        public init?(_ value: Double) {
            guard value.isFinite else { return nil }
            text = NormalNumber(value.description).text
        }

        package init(verified text: String) { self.text = text }

        /// The normal text, equal for all spellings of this number.
        package var normalized: String { isPlain ? text : NormalNumber(text).text }

        /// Whether this is a whole number in plain digits that is its own normal form.
        private var isPlain: Bool {
            text.utf8.count <= 21 && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || ($0 &- UInt8(ascii: "0")) <= 9 }
        }

        /// Whether the number is so short that a Double represents all its digits.
        var isShort: Bool { text.utf8.count < 16 && !text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") } }

        /// The value, if it is whole and fits.
        public var int: Int? { Int(text) ?? Int(normalized) }

        /// The nearest floating-point number, or nil if it exceeds the range of Double.
        public var double: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }
    }
}

extension JSON.Number: Hashable, CustomStringConvertible {
    public static func == (left: Self, right: Self) -> Bool {
        left.text == right.text || left.normalized == right.normalized
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(normalized) }

    public var description: String { text }
}
