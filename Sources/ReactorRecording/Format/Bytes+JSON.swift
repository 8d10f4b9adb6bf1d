package import Reactor

/// The JSON syntax of a line, appended to bytes.
extension [UInt8] {
    package mutating func append(text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    package mutating func append(number: UInt64) {
        if number >= 10 { append(number: number / 10) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    package mutating func append(number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(number: UInt64(number.magnitude))
    }

    /// Appends a number, with leading zeros up to a width.
    package mutating func append(number: Int, width: Int) {
        var bound = 1
        for _ in 1..<width { bound *= 10 }
        while bound > 1 && number < bound {
            append(UInt8(ascii: "0"))
            bound /= 10
        }
        append(number: number)
    }

    /// Appends a quoted string, with escapes for control characters, quotes and backslashes.
    package mutating func append(string: String) {
        append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case ..<0x20:
                append(text: "\\u00")
                append(hexDigit: byte >> 4)
                append(hexDigit: byte & 0xF)
            default: append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends eight hexadecimal digits.
    package mutating func append(hex value: UInt32) {
        for shift in stride(from: 28, through: 0, by: -4) {
            append(hexDigit: UInt8(truncatingIfNeeded: value >> shift) & 0xF)
        }
    }

    /// Appends the opening of a member, and its value.
    package mutating func append(_ opening: StaticString, _ number: UInt64) {
        append(text: opening)
        append(number: number)
    }

    package mutating func append(_ opening: StaticString, _ number: Int) {
        append(text: opening)
        append(number: number)
    }

    package mutating func append(_ opening: StaticString, _ string: String) {
        append(text: opening)
        append(string: string)
    }

    package mutating func append(_ opening: StaticString, _ time: Timestamp) {
        append(text: opening)
        append(UInt8(ascii: "\""))
        time.write(to: &self)
        append(UInt8(ascii: "\""))
    }

    private mutating func append(hexDigit digit: UInt8) {
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
}
