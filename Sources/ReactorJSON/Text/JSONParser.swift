/// A parser of one JSON value by RFC 8259. Halves of surrogate pairs are errors. Repeated names and a byte order mark are errors,
/// too, except in the text of a server.
package struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    let depthLimit: Int
    /// Whether a server wrote the text: the last of two members with the same name counts, and a byte order mark is skipped.
    private let isAnswer: Bool
    /// Whether an object had repeated names.
    private(set) var hasRepeatedNames = false
    package static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    package var offset = 0
    private var depth = 0

    package init(_ bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int, isAnswer: Bool = false) {
        self.bytes = bytes
        self.depthLimit = depthLimit
        self.isAnswer = isAnswer
    }

    mutating func document() throws(JSONError) -> JSON {
        if isAnswer, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        let json = try value()
        skipSpace()
        if let byte = next { throw error(.trailing(byte: byte)) }
        return json
    }

    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    func error(_ reason: JSONError.Reason, at place: Int? = nil) -> JSONError {
        JSONError(reason, at: place ?? offset, in: bytes)
    }

    func unexpected(_ expected: String) -> JSONError {
        error(next.map { .unexpected(byte: $0, expected: expected) } ?? .endsEarly(expected: expected))
    }

    private mutating func value() throws(JSONError) -> JSON {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case let byte? where byte == UInt8(ascii: "-") || Self.digits.contains(byte): return .number(try number())
        default: throw unexpected("a value")
        }
    }

    private mutating func object() throws(JSONError) -> JSON {
        try enter()
        var members: [JSON.Object.Member] = []
        var places: [ExactText: Int] = [:]
        skipSpace()
        if !take(UInt8(ascii: "}")) {
            repeat {
                skipSpace()
                guard next == UInt8(ascii: "\"") else { throw unexpected("a member's name in quotes") }
                let place = offset
                let key = try string()
                let earlier = places.updateValue(members.count, forKey: ExactText(key))
                if earlier != nil, !isAnswer { throw error(.duplicateKey(key), at: place) }
                skipSpace()
                guard take(UInt8(ascii: ":")) else { throw unexpected("a colon") }
                if let earlier {
                    hasRepeatedNames = true
                    places[ExactText(key)] = earlier
                    members[earlier].value = try value()
                } else {
                    members.append(JSON.Object.Member(key: key, value: try value()))
                }
                skipSpace()
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "}")) else { throw unexpected("a comma or the end of the object") }
        }
        depth -= 1
        return .object(JSON.Object(distinct: members))
    }

    private mutating func array() throws(JSONError) -> JSON {
        try enter()
        var elements: [JSON] = []
        skipSpace()
        if !take(UInt8(ascii: "]")) {
            repeat {
                elements.append(try value())
                skipSpace()
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "]")) else { throw unexpected("a comma or the end of the array") }
        }
        depth -= 1
        return .array(elements)
    }

    private mutating func enter() throws(JSONError) {
        depth += 1
        guard depth <= depthLimit else { throw error(.tooDeep(limit: depthLimit)) }
        offset += 1
    }

    private mutating func word(_ word: StaticString, _ json: JSON) throws(JSONError) -> JSON {
        for index in 0..<word.utf8CodeUnitCount {
            guard next == word.utf8Start[index] else { throw unexpected("\(word)") }
            offset += 1
        }
        return json
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }
}
