/// The error of a text that is not JSON: the reason and the place.
public struct JSONError: Error, Hashable, CustomStringConvertible {
    /// The reason.
    package enum Reason: Hashable, Sendable {
        /// The text ends too early.
        case endsEarly(expected: String)
        /// A byte is not allowed at this place.
        case unexpected(byte: UInt8, expected: String)
        /// Other text follows the value.
        case trailing(byte: UInt8)
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// A string contains an unescaped control character.
        case controlCharacter(UInt8)
        /// A backslash precedes a character that it cannot escape.
        case invalidEscape
        /// Half of a surrogate pair.
        case loneSurrogate
        /// The exponent of a number has more than nine digits.
        case hugeExponent
        /// The object already has a member with this name.
        case duplicateKey(String)
        /// More arrays and objects are nested than the limit allows.
        case tooDeep(limit: Int)
        /// The text has 4 GiB or more.
        case tooLong
    }

    package let reason: Reason
    /// The number of bytes before the place.
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

    public var description: String { "Not JSON at line \(line), column \(column) (byte \(offset)): \(reason)" }
}

extension JSONError.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .endsEarly(let expected): "the text ends before \(expected). Check whether it was truncated."
        case .unexpected(let byte, let expected):
            "found \(shown(byte)) and expected \(expected). Correct the text there."
        case .trailing(let byte): "found \(shown(byte)) after the value. Use a single value."
        case .invalidUTF8: "the bytes are not UTF-8. Save the text as UTF-8."
        case .controlCharacter(let byte):
            "a string contains \(shown(byte)) unescaped. Write it as an escape sequence, such as \\n or \\u00…."
        case .invalidEscape: "a backslash precedes a character that it cannot escape. Write \\\\ for a backslash."
        case .loneSurrogate: "a surrogate pair is incomplete. Write both halves, the high one first."
        case .hugeExponent: "an exponent has more than nine digits. Use a smaller number."
        case .duplicateKey(let key): "the object has the member \(JSON.string(key).compact) twice. Remove one of them."
        case .tooDeep(let limit): "more than \(limit) arrays and objects are nested. Flatten the value."
        case .tooLong: "the text has 4 GiB or more. Split it."
        }
    }

    private func shown(_ byte: UInt8) -> String {
        (0x21...0x7E).contains(byte)
            ? "\"\(UnicodeScalar(byte))\""
            : byte == 0x20 ? "a space" : "byte 0x\(String(byte, radix: 16, uppercase: true))"
    }
}
