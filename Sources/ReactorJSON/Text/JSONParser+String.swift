extension JSONParser {
    package mutating func string() throws(JSONError) -> String {
        offset += 1
        let start = offset
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return String(decoding: bytes[start..<(offset - 1)], as: UTF8.self)
            case UInt8(ascii: "\\"):
                return try escapedString(from: start)
            default:
                try skipCharacter(byte)
            }
        }
        throw error(.endsEarly(expected: "the closing quote"))
    }

    /// Parses the rest of a string with escapes.
    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
        var text = Array(bytes[start..<offset])
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text.append(contentsOf: try escape().utf8)
            default:
                let place = offset
                try skipCharacter(byte)
                text.append(contentsOf: bytes[place..<offset])
            }
        }
        throw error(.endsEarly(expected: "the closing quote"))
    }

    private mutating func escape() throws(JSONError) -> String {
        let place = offset
        offset += 1
        guard let byte = next else { throw error(.endsEarly(expected: "what the backslash escapes")) }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(UnicodeScalar(byte))
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return String(try scalar(at: place))
        default: throw error(.invalidEscape, at: place)
        }
    }

    private mutating func scalar(at place: Int) throws(JSONError) -> UnicodeScalar {
        let first = try fourHexDigits()
        if let scalar = UnicodeScalar(first) { return scalar }
        guard first < 0xDC00, take(UInt8(ascii: "\\")) else { throw error(.loneSurrogate, at: place) }
        guard take(UInt8(ascii: "u")) else { throw error(.loneSurrogate, at: place) }
        let second = try fourHexDigits()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = UnicodeScalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw error(.loneSurrogate, at: place) }
        return scalar
    }

    private mutating func fourHexDigits() throws(JSONError) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else {
                throw unexpected("four hexadecimal digits")
            }
            number = number << 4 + UInt32(digit)
            offset += 1
        }
        return number
    }

    /// Skips one unescaped character.
    private mutating func skipCharacter(_ first: UInt8) throws(JSONError) {
        guard first >= 0x20 else { throw error(.controlCharacter(first)) }
        guard first >= 0x80 else {
            offset += 1
            return
        }
        // The range of the second byte excludes overlong forms, surrogates, and numbers beyond the last scalar.
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch first {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xE1...0xEC, 0xEE...0xEF: (3, 0x80...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: throw error(.invalidUTF8)
            }
        guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { throw error(.invalidUTF8) }
        for index in 2..<max(length, 2) where !(0x80...0xBF).contains(bytes[offset + index]) {
            throw error(.invalidUTF8)
        }
        offset += length
    }
}
