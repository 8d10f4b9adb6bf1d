extension JSON {
    /// A number exactly as it was written. Equal numbers may be written differently; negative zero is not zero.
    public struct Number: Sendable {
        /// The text, as JSON allows it.
        public let text: String

        /// The number of this text. Nil when JSON does not allow it, or its exponent is beyond a billion.
        public init?(_ text: String) {
            guard case .number(let number)? = try? JSON(parsing: text), number.text == text else { return nil }
            self = number
        }

        /// A whole number.
        @inlinable public init(_ value: some BinaryInteger) { text = String(value) }

        /// A floating-point number, in the shortest text that reads back as it. Nil when it is not finite.
        public init?(_ value: Double) {
            guard value.isFinite else { return nil }
            text = NormalNumber(value.description).text
        }

        package init(verified text: String) { self.text = text }

        /// The one text for all ways to write this number.
        package var normalized: String { isPlain ? text : NormalNumber(text).text }

        /// Whether this is a whole number in plain digits, few enough to be its own normal form.
        private var isPlain: Bool {
            text.utf8.count <= 21 && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || ($0 &- UInt8(ascii: "0")) <= 9 }
        }

        /// So short that every Double keeps each digit of it.
        var isShort: Bool { text.utf8.count < 16 && !text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") } }

        /// The number, when it is whole and fits.
        public var int: Int? { Int(text) ?? Int(normalized) }

        /// The nearest floating-point number. Nil when it is beyond what a Double holds.
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
