/// Decodes values from a JSON text as Foundation's decoder does, with the same errors, in a fraction of the time: a text is
/// looked through once, and nothing is made of it but the values that are asked for.
struct TapeDecoder: Decoder {
    let tape: JSONTape
    /// Where the value stands; nil for one that is not there, which is read as null.
    let place: Int?
    /// What it stands in, nil for the text itself.
    let container: TapeContainer?

    var codingPath: [any CodingKey] { container?.path(of: place) ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private var kind: JSONTape.Kind { place.map { tape[$0].kind } ?? .null }

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

    // One for all types: comparing types costs next to nothing, asking what a type conforms to does not.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type == String.self, let value = try string() as? Value { return value }
        if type == Int.self, let value = try integer(Int.self) as? Value { return value }
        if type == Double.self, let value = try number(Double.self) as? Value { return value }
        if type == Bool.self, let value = try bool() as? Value { return value }
        if type == UInt64.self, let value = try integer(UInt64.self) as? Value { return value }
        if DirectTypes.contains(type), let direct = type as? any DirectlyRead.Type,
            let value = try direct.init(reading: self) as? Value
        {
            return value
        }
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            if type == Int128.self, let value = try integer(Int128.self) as? Value { return value }
            if type == UInt128.self, let value = try integer(UInt128.self) as? Value { return value }
        }
        return try Value(from: self)
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
        guard let place, kind == .plain || kind == .string else { throw refusal(of: String.self) }
        do {
            return try tape.string(at: place)
        } catch {
            throw corrupted("\(error)")
        }
    }

    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
        guard let place, kind == .number else { throw refusal(of: type) }
        if let short = tape.shortInteger(at: place), let value = Integer(exactly: short) { return value }
        let text = tape.text(at: place)
        guard let value = Integer(text) ?? Integer(NormalNumber(text).text) else {
            throw corrupted(Errors.unfit(number: text, for: type))
        }
        return value
    }

    func number<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
        guard let place, kind == .number else {
            guard kind == .plain, let word = try? string(), let value = Number(notFinite: word) else {
                throw refusal(of: type)
            }
            return value
        }
        let text = tape.text(at: place)
        guard let value = Number(text), value.isFinite else {
            throw corrupted(Errors.unfit(number: text, for: type))
        }
        return value
    }

    /// The text of a number.
    func digits(for type: Any.Type) throws -> String {
        guard let place, kind == .number else { throw refusal(of: type) }
        return tape.text(at: place)
    }

    // MARK: Errors

    func corrupted(_ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: reason))
    }

    private func refusal(of type: Any.Type) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: Errors.undecodable(type, found: kind))
        return kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

extension BinaryFloatingPoint {
    /// What JSON has no number for, by the word that the encoder writes.
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
    /// A whole number of at most eighteen digits, as most are.
    fileprivate func shortInteger(at place: Int) -> Int? {
        let value = self[place]
        var range = Int(value.start)..<Int(value.end)
        let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
        if isNegative { range = (range.lowerBound + 1)..<range.upperBound }
        guard range.count <= 18 else { return nil }
        var sum = 0
        for index in range {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            sum = sum &* 10 &+ Int(digit)
        }
        return isNegative ? -sum : sum
    }
}
