import ReactorFoundation

/// A decoder with the results and errors of Foundation's decoder, in a fraction of the time: a text is scanned once, and only
/// requested values are created.
struct TapeDecoder: Decoder {
    // Three words, because a decoder is passed as `any Decoder`, which would put a larger one on the heap.
    let tape: JSONTape
    /// The index of the value.
    let place: Int
    /// The container of the value, or nil for the root.
    let container: TapeContainer?

    var codingPath: [any CodingKey] { container?.path(of: place) ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private var kind: JSONTape.Kind { tape[place].kind }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(TapeMembers<Key>(object: try opened(.object, as: [String: Any].self)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        TapeElements(array: try opened(.array, as: [Any].self))
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    private func opened(_ kind: JSONTape.Kind, as type: Any.Type) throws -> TapeContainer {
        guard self.kind == kind else { throw refusal(of: type) }
        return TapeContainer(self)
    }
}

extension TapeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { kind == .null }

    func decode(_ type: Bool.Type) throws -> Bool { try bool() }
    func decode(_ type: String.Type) throws -> String { try string() }
    func decode(_ type: Double.Type) throws -> Double { try double() }
    func decode(_ type: Float.Type) throws -> Float { try number(type) }
    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

    func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }

    func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

    /// Decodes a value of another type, whose `init(from:)` requests one of the types above.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // Comparing types is almost free, but a check for a conformance is not.
        if type == Data.self || type == URL.self || type == Decimal.self { return try direct(type) }
        return try Value(from: self)
    }

    private func direct<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // The reader does not depend on the form of the encoding.
        if kind == .null { throw refusal(of: type) }
        guard let direct = type as? any DirectlyRead.Type, let value = try direct.init(reading: self) as? Value else {
            return try Value(from: self)
        }
        return value
    }
}

extension TapeDecoder {
    // MARK: Values

    func bool() throws -> Bool {
        switch kind {
        case .yes: return true
        case .no: return false
        default: throw refusal(of: Bool.self)
        }
    }

    func string() throws -> String {
        guard kind == .plain || kind == .string else { throw refusal(of: String.self) }
        return tape.string(at: place)
    }

    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
        guard kind == .number else { throw refusal(of: type) }
        if let short = tape.shortInteger(at: place), let value = Integer(exactly: short) { return value }
        let text = tape.text(at: place)
        guard let value = Integer(text) ?? Integer(NormalNumber(text).text) else {
            throw corrupted("The number \(text) does not fit in \(type).")
        }
        return value
    }

    func double() throws -> Double {
        if kind == .number, let short = tape.shortDecimal(at: place) { return short }
        return try number(Double.self)
    }

    func number<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
        guard kind == .number else {
            guard tape.readsNotFinite, kind == .plain, let word = try? string(), let value = Number(notFinite: word)
            else {
                throw refusal(of: type)
            }
            return value
        }
        let text = tape.text(at: place)
        guard let value = Number(text), value.isFinite else {
            throw corrupted("The number \(text) does not fit in \(type).")
        }
        return value
    }

    /// Returns the text of a number.
    func digits(for type: Any.Type) throws -> String {
        guard kind == .number else { throw refusal(of: type) }
        return tape.text(at: place)
    }

    // MARK: Errors

    func corrupted(_ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: reason))
    }

    private func refusal(of type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: "Expected a \(type) and found \(kind.name).")
        return kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

extension BinaryFloatingPoint {
    /// Creates an infinity or NaN from the encoder's word for it.
    fileprivate init?(notFinite word: String) {
        switch word {
        case "Infinity": self = .infinity
        case "-Infinity": self = -.infinity
        case "NaN": self = .nan
        default: return nil
        }
    }
}

extension JSONTape {
    /// Returns a whole number of at most eighteen digits, as most are.
    fileprivate func shortInteger(at place: Int) -> Int64? {
        let value = self[place]
        var range = Int(value.start)..<Int(value.end)
        let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
        if isNegative { range = (range.lowerBound + 1)..<range.upperBound }
        guard range.count <= 18 else { return nil }
        var sum: Int64 = 0
        for index in range {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            sum = sum &* 10 &+ Int64(digit)
        }
        return isNegative ? -sum : sum
    }

    /// Returns a number of at most fifteen digits without an exponent, as most are. These digits and the power of ten are exact,
    /// so the quotient is rounded once, as the text would be.
    fileprivate func shortDecimal(at place: Int) -> Double? {
        let value = self[place]
        let isNegative = bytes[Int(value.start)] == UInt8(ascii: "-")
        let range = (Int(value.start) + (isNegative ? 1 : 0))..<Int(value.end)
        guard range.count <= 16 else { return nil }
        var (sum, scale, digits) = (0 as Int64, 1.0, 0)
        var isFraction = false
        for index in range {
            if bytes[index] == UInt8(ascii: ".") {
                isFraction = true
                continue
            }
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            sum = sum &* 10 &+ Int64(digit)
            digits += 1
            if isFraction { scale *= 10 }
        }
        guard digits <= 15 else { return nil }
        let quotient = Double(sum) / scale
        return isNegative ? -quotient : quotient
    }
}

extension JSONTape.Kind {
    fileprivate var name: String {
        switch self {
        case .null: "null"
        case .no, .yes: "a boolean"
        case .number: "a number"
        case .array: "an array"
        case .object: "an object"
        case .plain, .string: "a string"
        }
    }
}
