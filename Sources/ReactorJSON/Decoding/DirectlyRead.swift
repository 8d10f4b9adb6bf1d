import ReactorFoundation

/// A type of Foundation's whose own `init(from:)` reads another form than its coders write.
///
/// What is ``DirectlyWritten`` besides is read by the standard library, which asks for a single value.
protocol DirectlyRead: DirectlyWritten {
    init(reading value: TapeDecoder) throws
}

extension JSON {
    /// What encoding gave these bytes, as ``init(canonicallyEncoding:)`` and Foundation's encoder write them.
    ///
    /// - Throws: the type's own error, `DecodingError`, or ``JSONError`` for what is no JSON.
    package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try TapeDecoder(tape: JSONTape(bytes), place: JSONTape.root, container: nil).decode(type)
    }

    /// The value that a server wrote as JSON: of two members of one object with the same name the last counts, a byte order
    /// mark is passed over, and no string stands for an infinity or NaN.
    ///
    /// - Throws: the type's own error, `DecodingError`, or ``JSONError`` for what is no JSON.
    package static func decode<Value: Decodable>(_ type: Value.Type, fromAnswer bytes: [UInt8]) throws -> Value {
        try TapeDecoder(tape: JSONTape(answer: bytes), place: JSONTape.root, container: nil).decode(type)
    }
}

extension Data: DirectlyRead {
    init(reading value: TapeDecoder) throws {
        guard let data = Data(base64Encoded: try value.string()) else {
            throw value.corrupted("The string is not Base64.")
        }
        self = data
    }
}

extension URL: DirectlyRead {
    init(reading value: TapeDecoder) throws {
        let text = try value.string()
        guard let url = URL(string: text) else { throw value.corrupted("\"\(text)\" is not a URL.") }
        self = url
    }
}

extension Decimal: DirectlyRead {
    init(reading value: TapeDecoder) throws {
        let digits = try value.digits(for: Decimal.self)
        guard let decimal = Decimal(string: digits) else {
            throw value.corrupted("The number \(digits) does not fit in Decimal.")
        }
        self = decimal
    }
}
