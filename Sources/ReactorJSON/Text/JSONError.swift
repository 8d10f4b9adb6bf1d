/// What is wrong with a text that should be JSON, and where.
public struct JSONError: Error, Hashable, CustomStringConvertible {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// The text ends where something was still to come.
        case endsEarly(expected: String)
        /// A byte that may not stand there.
        case unexpected(byte: UInt8, expected: String)
        /// Something follows the value.
        case trailing(byte: UInt8)
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// A control character stands bare in a string.
        case controlCharacter(UInt8)
        /// A backslash before something it does not escape.
        case invalidEscape
        /// Half of a surrogate pair.
        case loneSurrogate
        /// The exponent of a number has more than nine digits.
        case hugeExponent
        /// A name that the object has already.
        case duplicateKey(String)
        /// More arrays and objects in each other than the limit.
        case tooDeep(limit: Int)
    }

    /// What is wrong.
    package let reason: Reason
    /// How many bytes stand before the place.
    public let offset: Int
    /// The line of the place, counted from 1.
    public let line: Int
    /// The byte within its line, counted from 1.
    public let column: Int

    init(_ reason: Reason, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        self.reason = reason
        self.offset = offset
        let before = bytes.prefix(offset)
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        column = offset - (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1)
    }

    public var description: String { Errors.json(self) }
}
