/// The grammar of JSON: it finds the values of a text, or the place and reason of its first fault.
struct JSONScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let depthLimit: Int
    /// Whether the text comes from a server: a byte order mark is skipped, and names can be repeated.
    private let isAnswer: Bool
    private(set) var values: [JSONTape.Value] = []
    private(set) var hasRepeatedNames = false
    private var offset = 0
    private var depth = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int, isAnswer: Bool) {
        self.bytes = bytes
        self.depthLimit = depthLimit
        self.isAnswer = isAnswer
        values.reserveCapacity(bytes.count / 8 + 5)
    }

    mutating func document() throws(JSONError) {
        guard bytes.count <= UInt32.max else { throw error(.tooLong) }
        if isAnswer, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        try value()
        skipSpace()
        if let byte = next { throw error(.trailing(byte: byte)) }
        // The additional null for missing values.
        add(.null, from: offset)
    }

    // MARK: Values

    private mutating func value() throws(JSONError) {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): try object()
        case UInt8(ascii: "["): try array()
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true", .yes)
        case UInt8(ascii: "f"): try word("false", .no)
        case UInt8(ascii: "n"): try word("null", .null)
        case let byte? where byte == UInt8(ascii: "-") || Self.digits.contains(byte): try number()
        default: throw unexpected("a value")
        }
    }

    private mutating func object() throws(JSONError) {
        let place = try open(.object)
        var last: Int?
        var isSorted = true
        skipSpace()
        if !take(UInt8(ascii: "}")) {
            repeat {
                skipSpace()
                guard next == UInt8(ascii: "\"") else { throw unexpected("a member's name in quotes") }
                try string()
                let name = values.count - 1
                isSorted = isSorted && (last.map { isName($0, before: name) } ?? (values[name].kind == .plain))
                last = name
                skipSpace()
                guard take(UInt8(ascii: ":")) else { throw unexpected("a colon") }
                try value()
                skipSpace()
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "}")) else { throw unexpected("a comma or the end of the object") }
        }
        close(place)
        if !isSorted { try checkNames(of: place) }
    }

    private mutating func array() throws(JSONError) {
        let place = try open(.array)
        skipSpace()
        if !take(UInt8(ascii: "]")) {
            repeat {
                try value()
                skipSpace()
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "]")) else { throw unexpected("a comma or the end of the array") }
        }
        close(place)
    }

    private mutating func number() throws(JSONError) {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try skipDigits() }
        if take(UInt8(ascii: ".")) { try skipDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            let exponent = offset
            try skipDigits()
            // Leaves room for the sums of the normal form, and rejects hostile exponents.
            guard offset - exponent <= 9 else { throw error(.hugeExponent, at: exponent) }
        }
        add(.number, from: start)
    }

    private mutating func skipDigits() throws(JSONError) {
        let start = offset
        while offset < bytes.count, Self.digits.contains(bytes[offset]) { offset += 1 }
        guard offset > start else { throw unexpected("a digit") }
    }

    private mutating func word(_ word: StaticString, _ kind: JSONTape.Kind) throws(JSONError) {
        let start = offset
        for index in 0..<word.utf8CodeUnitCount {
            guard next == word.utf8Start[index] else { throw unexpected("\(word)") }
            offset += 1
        }
        add(kind, from: start)
    }

    // MARK: Strings

    private mutating func string() throws(JSONError) {
        offset += 1
        let start = offset
        var kind = JSONTape.Kind.plain
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") {
                add(kind, from: start)
                offset += 1
                return
            }
            if byte == UInt8(ascii: "\\") {
                kind = .string
                try skipEscape()
            } else if byte < 0x80 {
                guard byte >= 0x20 else { throw error(.controlCharacter(byte)) }
                offset += 1
            } else {
                kind = .string
                try skipCharacter(byte)
            }
        }
        throw error(.endsEarly(expected: "the closing quote"))
    }

    private mutating func skipEscape() throws(JSONError) {
        let place = offset
        offset += 1
        guard let byte = next else { throw error(.endsEarly(expected: "what the backslash escapes")) }
        offset += 1
        if byte == UInt8(ascii: "u") { return try skipUnit(at: place) }
        guard #""\/bfnrt"#.utf8.contains(byte) else { throw error(.invalidEscape, at: place) }
    }

    private mutating func skipUnit(at place: Int) throws(JSONError) {
        let first = try fourHexDigits()
        guard (0xD800..<0xE000).contains(first) else { return }
        guard first < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")),
            (0xDC00..<0xE000).contains(try fourHexDigits())
        else { throw error(.loneSurrogate, at: place) }
    }

    private mutating func fourHexDigits() throws(JSONError) -> UInt32 {
        for index in 0..<4 {
            guard offset + index < bytes.count, JSONTape.hexDigit(bytes[offset + index]) != nil else {
                offset += index
                throw unexpected("four hexadecimal digits")
            }
        }
        defer { offset += 4 }
        return JSONTape.unit(bytes[offset..<(offset + 4)])
    }

    private mutating func skipCharacter(_ first: UInt8) throws(JSONError) {
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

    // MARK: Names

    /// Whether a name comes before another one in the order of a recording, in which names are unique.
    private func isName(_ first: Int, before second: Int) -> Bool {
        guard values[second].kind == .plain else { return false }
        let (first, second) = (values[first], values[second])
        let (start, other) = (Int(first.start), Int(second.start))
        let (count, otherCount) = (Int(first.end) - start, Int(second.end) - other)
        for index in 0..<min(count, otherCount) {
            let (byte, otherByte) = (bytes[start + index], bytes[other + index])
            if byte != otherByte { return byte < otherByte }
        }
        return count < otherCount
    }

    /// Checks that the names of an object are unique, if they have another order, or escapes.
    private mutating func checkNames(of object: Int) throws(JSONError) {
        var names: Set<ExactText> = []
        var place = object + 1
        while place < Int(values[object].next) {
            let name = JSONTape.text(values[place], in: bytes)
            if !names.insert(ExactText(name)).inserted {
                guard isAnswer else { throw error(.duplicateKey(name), at: Int(values[place].start) - 1) }
                hasRepeatedNames = true
            }
            place = Int(values[place + 1].next)
        }
    }

    // MARK: Bytes

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func error(_ reason: JSONError.Reason, at place: Int? = nil) -> JSONError {
        JSONError(reason, at: place ?? offset, in: bytes)
    }

    private func unexpected(_ expected: String) -> JSONError {
        error(next.map { .unexpected(byte: $0, expected: expected) } ?? .endsEarly(expected: expected))
    }

    private mutating func open(_ kind: JSONTape.Kind) throws(JSONError) -> Int {
        depth += 1
        guard depth <= depthLimit else { throw error(.tooDeep(limit: depthLimit)) }
        add(kind, from: offset)
        offset += 1
        return values.count - 1
    }

    private mutating func close(_ place: Int) {
        depth -= 1
        values[place].end = UInt32(offset)
        values[place].next = UInt32(values.count)
    }

    /// Adds a value without content, from `start` to the current position.
    private mutating func add(_ kind: JSONTape.Kind, from start: Int) {
        values.append(
            JSONTape.Value(
                kind: kind, start: UInt32(start), end: UInt32(offset), next: UInt32(values.count + 1)))
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }
}
