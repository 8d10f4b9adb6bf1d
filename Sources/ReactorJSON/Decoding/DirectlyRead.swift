import ReactorFoundation

/// A Foundation type whose `init(from:)` reads another form than Foundation's coders write.
///
/// Other ``DirectlyWritten`` types are read by the standard library, which requests a single value.
protocol DirectlyRead: DirectlyWritten {
    init(reading value: TapeDecoder) throws
}

extension JSON {
    /// Decodes a value from its encoding by ``init(canonicallyEncoding:)`` or Foundation's encoder.
    ///
    /// - Throws: The type's own error, `DecodingError`, or ``JSONError`` if the bytes are not JSON.
    package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try TapeDecoder(tape: JSONTape(bytes), place: JSONTape.root, container: nil).decode(type)
    }

    /// Decodes a value from the JSON of a server: the last of two members with the same name counts, a byte order mark is
    /// skipped, and no string represents an infinity or NaN.
    ///
    /// - Throws: The type's own error, `DecodingError`, or ``JSONError`` if the bytes are not JSON.
    package static func decode<Value: Decodable>(_ type: Value.Type, fromAnswer bytes: [UInt8]) throws -> Value {
        try TapeDecoder(tape: JSONTape.distinct(answer: bytes), place: JSONTape.root, container: nil).decode(type)
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
