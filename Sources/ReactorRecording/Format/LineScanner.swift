import ReactorPlatform

/// A scanner for the syntax of lines, in the order in which ``LineWriter`` writes it.
///
/// It does not look into payloads and states, which follow as the last member: most readers skip them, and a decoder scans them
/// once. A tape of the whole line, as JSON has it, takes 5,500 instructions more for each entry, and 3,300 if it is also decoded
/// from the tape.
package struct LineScanner {
    private let bytes: [UInt8]
    private let end: Int
    private var position: Int

    package init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    package var isAtEnd: Bool { position == end }

    /// Skips `text` if it is at the position.
    package mutating func skip(_ text: StaticString) -> Bool {
        let (start, count) = (position, text.utf8CodeUnitCount)
        guard end - start >= count else { return false }
        let isNext = bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memcmp($0 + start, text.utf8Start, count) == 0 } ?? true
        }
        if isNext { position = start + count }
        return isNext
    }

    package mutating func expect(_ text: StaticString) throws(LineError) {
        guard skip(text) else { throw .malformed }
    }

    /// Reads a whole number without a sign, a leading zero or an exponent.
    package mutating func number(_ opening: StaticString = "") throws(LineError) -> UInt64 {
        try expect(opening)
        let start = position
        var value: UInt64 = 0
        while position < end, case let digit = bytes[position] &- UInt8(ascii: "0"), digit <= 9 {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = product.addingReportingOverflow(UInt64(digit))
            guard !overflows && !overflowsToo else { throw .malformed }
            value = sum
            position += 1
        }
        guard position > start, bytes[start] != UInt8(ascii: "0") || position == start + 1 else { throw .malformed }
        return value
    }

    /// Reads a whole number that fits into an `Int`.
    package mutating func integer(_ opening: StaticString = "") throws(LineError) -> Int {
        try expect(opening)
        let isNegative = skip("-")
        guard let value = Int(exactly: try number()) else { throw .malformed }
        return isNegative ? -value : value
    }

    /// Reads eight hexadecimal digits.
    package mutating func hex(_ opening: StaticString = "") throws(LineError) -> UInt32 {
        try expect(opening)
        guard end - position >= 8 else { throw .malformed }
        var value: UInt32 = 0
        for byte in bytes[position..<(position + 8)] {
            guard let digit = byte.hexDigit else { throw .malformed }
            value = value << 4 | UInt32(digit)
        }
        position += 8
        return value
    }

    /// Reads the content of a quoted ASCII string without escapes, or nil for another string.
    package mutating func plain() -> ArraySlice<UInt8>? {
        guard position < end, bytes[position] == UInt8(ascii: "\"") else { return nil }
        let start = position + 1
        var index = start
        while index < end, 0x20..<0x80 ~= bytes[index], bytes[index] != UInt8(ascii: "\\") {
            if bytes[index] == UInt8(ascii: "\"") {
                position = index + 1
                return bytes[start..<index]
            }
            index += 1
        }
        return nil
    }

    /// Reads a quoted string with the escapes of a line.
    package mutating func string(_ opening: StaticString = "") throws(LineError) -> String {
        try expect(opening)
        if let plain = plain() { return String(decoding: plain, as: UTF8.self) }
        try expect("\"")
        var text: [UInt8] = []
        while position < end {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else { throw .malformed }
                return string
            case UInt8(ascii: "\\"): text.append(try escaped())
            case ..<0x20: throw .malformed
            default: text.append(byte)
            }
        }
        throw .malformed
    }

    /// Reads the rest of an escape: a quote, a backslash, or the number of a control character.
    private mutating func escaped() throws(LineError) -> UInt8 {
        if skip("\"") { return UInt8(ascii: "\"") }
        if skip("\\") { return UInt8(ascii: "\\") }
        try expect("u00")
        guard end - position >= 2, let high = bytes[position].hexDigit, let low = bytes[position + 1].hexDigit, high < 2
        else { throw .malformed }
        position += 2
        return high << 4 | low
    }

    /// Reads all bytes up to the end, of which there must be one.
    package mutating func rest() throws(LineError) -> [UInt8] {
        guard position < end else { throw .malformed }
        defer { position = end }
        return Array(bytes[position..<end])
    }

    /// Reads a value of any kind as bytes. It only checks quotes and brackets, because the content is parsed later.
    package mutating func value() throws(LineError) -> [UInt8] {
        let start = position
        var open: [UInt8] = []
        var isInString = false
        scan: while position < end {
            let byte = bytes[position]
            guard byte >= 0x20 else { break }
            if isInString {
                if byte == UInt8(ascii: "\\") { position += 1 }
                if byte == UInt8(ascii: "\"") { isInString = false }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
                case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    guard let expected = open.popLast() else { break scan }
                    guard byte == expected else { throw .malformed }
                case UInt8(ascii: ",") where open.isEmpty: break scan
                default: break
                }
            }
            position += 1
        }
        guard position > start, position <= end, open.isEmpty, !isInString else { throw .malformed }
        return Array(bytes[start..<position])
    }
}

extension UInt8 {
    /// The value of a lowercase hexadecimal digit.
    package var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
