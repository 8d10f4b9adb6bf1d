#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value that has one JSON of its own, and is read from it without a container: the counterpart of
/// ``DirectlyWritten``, for the same types.
protocol DirectlyRead: DirectlyWritten {
    init(reading value: TapeDecoder) throws
}

extension JSON {
    /// What encoding gave these bytes, as ``init(canonicallyEncoding:)`` and Foundation's encoder write them.
    ///
    /// - Throws: the type's own error, `DecodingError`, or ``JSONError`` for what is no JSON.
    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        let tape = try JSONTape(bytes)
        return try TapeDecoder(tape: tape, place: JSONTape.root, container: nil).decode(type)
    }
}

extension FixedWidthInteger where Self: DirectlyRead {
    init(reading value: TapeDecoder) throws { self = try value.integer(Self.self) }
}

extension Int: DirectlyRead {}
extension Int8: DirectlyRead {}
extension Int16: DirectlyRead {}
extension Int32: DirectlyRead {}
extension Int64: DirectlyRead {}
extension UInt: DirectlyRead {}
extension UInt8: DirectlyRead {}
extension UInt16: DirectlyRead {}
extension UInt32: DirectlyRead {}
extension UInt64: DirectlyRead {}

extension BinaryFloatingPoint where Self: DirectlyRead & LosslessStringConvertible {
    init(reading value: TapeDecoder) throws { self = try value.number(Self.self) }
}

extension Double: DirectlyRead {}
extension Float: DirectlyRead {}

extension Bool: DirectlyRead { init(reading value: TapeDecoder) throws { self = try value.bool() } }
extension String: DirectlyRead { init(reading value: TapeDecoder) throws { self = try value.string() } }

extension Data: DirectlyRead {
    init(reading value: TapeDecoder) throws {
        guard let data = Data(base64Encoded: try value.string()) else {
            throw value.corrupted(Errors.notBase64)
        }
        self = data
    }
}

extension URL: DirectlyRead {
    init(reading value: TapeDecoder) throws {
        let text = try value.string()
        guard let url = URL(string: text) else { throw value.corrupted(Errors.notURL(text)) }
        self = url
    }
}

extension Decimal: DirectlyRead {
    init(reading value: TapeDecoder) throws {
        let digits = try value.digits(for: Decimal.self)
        guard let decimal = Decimal(string: digits) else {
            throw value.corrupted(Errors.unfit(number: digits, for: Decimal.self))
        }
        self = decimal
    }
}
