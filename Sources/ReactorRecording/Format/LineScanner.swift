/// A scanner for the syntax of lines. A method that does not find its token leaves the position unchanged.
package struct LineScanner {
    private let bytes: [UInt8]
    private let end: Int
    package private(set) var position: Int

    package init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    package var isAtEnd: Bool { position == end }

    /// Skips `text` if it is at the position.
    package mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard end - position >= count else { return false }
        for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
        position += count
        return true
    }

    /// Reads a whole number without a sign, a leading zero or an exponent.
    package mutating func number() -> UInt64? {
        var index = position
        var value: UInt64 = 0
        while index < end, case let digit = bytes[index] &- UInt8(ascii: "0"), digit <= 9 {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = product.addingReportingOverflow(UInt64(digit))
            guard !overflows && !overflowsToo else { return nil }
            value = sum
            index += 1
        }
        guard index > position, bytes[position] != UInt8(ascii: "0") || index == position + 1 else { return nil }
        position = index
        return value
    }

    /// Reads a whole number that fits into an `Int`.
    package mutating func integer() -> Int? {
        let start = position
        let isNegative = skip("-")
        guard let magnitude = number(), let value = Int(exactly: magnitude) else {
            position = start
            return nil
        }
        return isNegative ? -value : value
    }

    /// Reads eight hexadecimal digits.
    package mutating func hex() -> UInt32? {
        guard end - position >= 8 else { return nil }
        var value: UInt32 = 0
        for byte in bytes[position..<(position + 8)] {
            guard let digit = byte.hexDigit else { return nil }
            value = value << 4 | UInt32(digit)
        }
        position += 8
        return value
    }

    /// Reads the content of a quoted ASCII string without escapes.
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
    package mutating func string() -> String? {
        if let plain = plain() { return String(decoding: plain, as: UTF8.self) }
        let start = position
        guard skip("\"") else { return nil }
        var text: [UInt8] = []
        while position < end {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else { break }
                return string
            case UInt8(ascii: "\\"):
                if skip("u00"), end - position >= 2, let high = bytes[position].hexDigit,
                    let low = bytes[position + 1].hexDigit, high < 2
                {
                    text.append(high << 4 | low)
                    position += 2
                    continue
                }
                guard position < end, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "\\")
                else { break }
                text.append(bytes[position])
                position += 1
                continue
            case ..<0x20: break
            default:
                text.append(byte)
                continue
            }
            break
        }
        position = start
        return nil
    }

    /// Reads all bytes up to the end.
    package mutating func rest() -> [UInt8] {
        defer { position = end }
        return Array(bytes[position..<end])
    }

    /// Reads a value of any kind as bytes. It only checks quotes and brackets, because the content is parsed later.
    package mutating func value() -> [UInt8]? {
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
                    guard let expected = open.last else { break scan }
                    guard byte == expected else {
                        position = start
                        return nil
                    }
                    open.removeLast()
                case UInt8(ascii: ",") where open.isEmpty: break scan
                default: break
                }
            }
            position += 1
        }
        guard position > start, position <= end, open.isEmpty, !isInString else {
            position = start
            return nil
        }
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
