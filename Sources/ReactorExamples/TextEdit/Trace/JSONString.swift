/// The inside of a JSON string.
enum JSONString {
    /// Reads up to the closing quote and says what stands behind it; nil when there is no closing quote.
    static func read(_ bytes: [UInt8], from start: Int) throws(TraceProblem) -> (text: String, end: Int)? {
        var text = ""
        var offset = start
        var plainStart = start
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                try append(bytes[plainStart..<offset], of: bytes, to: &text)
                return (text, offset + 1)
            case UInt8(ascii: "\\"):
                try append(bytes[plainStart..<offset], of: bytes, to: &text)
                guard let (scalar, end) = escape(bytes, at: offset + 1) else {
                    throw .notJSON(place: JSONPlace(of: offset, in: bytes), "this is no escape of a character")
                }
                text.unicodeScalars.append(scalar)
                offset = end
                plainStart = end
            case ..<0x20:
                let place = JSONPlace(of: offset, in: bytes)
                throw .notJSON(place: place, "a control character must be escaped in a text")
            default:
                offset += 1
            }
        }
        return nil
    }

    private static func append(
        _ plain: ArraySlice<UInt8>, of bytes: [UInt8], to text: inout String
    ) throws(TraceProblem) {
        guard !plain.isEmpty else { return }
        let decoded = String(decoding: plain, as: UTF8.self)
        // Decoding puts U+FFFD where the bytes are no UTF-8.
        guard decoded.utf8.elementsEqual(plain) else {
            let valid = zip(plain.indices, zip(plain, decoded.utf8)).first { $0.1.0 != $0.1.1 }?.0
            throw .notJSON(place: JSONPlace(of: valid ?? plain.startIndex, in: bytes), "this is not UTF-8")
        }
        text += decoded
    }

    /// The code point that an escape stands for, and what stands behind it.
    private static func escape(_ bytes: [UInt8], at offset: Int) -> (Unicode.Scalar, end: Int)? {
        guard offset < bytes.count else { return nil }
        switch bytes[offset] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return (Unicode.Scalar(bytes[offset]), offset + 1)
        case UInt8(ascii: "b"): return ("\u{8}", offset + 1)
        case UInt8(ascii: "f"): return ("\u{C}", offset + 1)
        case UInt8(ascii: "n"): return ("\n", offset + 1)
        case UInt8(ascii: "r"): return ("\r", offset + 1)
        case UInt8(ascii: "t"): return ("\t", offset + 1)
        case UInt8(ascii: "u"): return unicodeEscape(bytes, at: offset + 1)
        default: return nil
        }
    }

    /// Four digits, or twice four for a code point that UTF-16 writes in two halves.
    private static func unicodeEscape(_ bytes: [UInt8], at offset: Int) -> (Unicode.Scalar, end: Int)? {
        guard let unit = codeUnit(bytes, at: offset) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return (scalar, offset + 4) }
        guard UTF16.isLeadSurrogate(unit), bytes.dropFirst(offset + 4).starts(with: "\\u".utf8),
            let trail = codeUnit(bytes, at: offset + 6), UTF16.isTrailSurrogate(trail)
        else { return nil }
        return (UTF16.decode(UTF16.EncodedScalar([unit, trail])), offset + 10)
    }

    private static func codeUnit(_ bytes: [UInt8], at offset: Int) -> UInt16? {
        let digits = bytes.dropFirst(offset).prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

/// A place in a file, as an editor shows it.
struct JSONPlace: Equatable, Sendable, CustomStringConvertible {
    var line: Int
    var column: Int

    init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// - Complexity: O(`offset`).
    init(of offset: Int, in bytes: [UInt8]) {
        let before = bytes[..<offset]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = 1 + before[lineStart...].withUnsafeBufferPointer(\.codePointCount)
    }

    var description: String { "line \(line), column \(column)" }
}
