import ReactorFoundation

/// A value that creates its JSON without a container.
protocol DirectlyWritten {
    /// - Throws: ``NotWritable`` for a value that cannot be decoded again.
    var written: JSON { get throws }
}

/// An error: JSON has no form for the value.
struct NotWritable: Error {
    let reason: String
}

/// The types whose values are ``DirectlyWritten``.
package enum DirectTypes {
    private static let identifiers: Set<ObjectIdentifier> = {
        let types: [any DirectlyWritten.Type] = [
            Bool.self, String.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self,
            UInt16.self, UInt32.self, UInt64.self, Double.self, Float.self, Data.self, URL.self, Decimal.self,
        ]
        return Set(types.map { ObjectIdentifier($0) })
    }()

    package static func contains(_ type: Any.Type) -> Bool { identifiers.contains(ObjectIdentifier(type)) }
}

extension Bool: DirectlyWritten { var written: JSON { .bool(self) } }
extension String: DirectlyWritten { var written: JSON { .string(self) } }

extension BinaryInteger where Self: DirectlyWritten {
    var written: JSON { .number(JSON.Number(self)) }
}

extension Int: DirectlyWritten {}
extension Int8: DirectlyWritten {}
extension Int16: DirectlyWritten {}
extension Int32: DirectlyWritten {}
extension Int64: DirectlyWritten {}
extension UInt: DirectlyWritten {}
extension UInt8: DirectlyWritten {}
extension UInt16: DirectlyWritten {}
extension UInt32: DirectlyWritten {}
extension UInt64: DirectlyWritten {}

extension BinaryFloatingPoint where Self: DirectlyWritten & CustomStringConvertible {
    /// The shortest text that gives the same number.
    var written: JSON {
        if isNaN { return .string("NaN") }
        if isInfinite { return .string(sign == .minus ? "-Infinity" : "Infinity") }
        return .number(JSON.Number(verified: NormalNumber(description).text))
    }
}

extension Double: DirectlyWritten {}
extension Float: DirectlyWritten {}

// Foundation's coders have special forms for these types, which its decoder expects.

extension Data: DirectlyWritten { var written: JSON { .string(base64EncodedString()) } }
extension URL: DirectlyWritten { var written: JSON { .string(absoluteString) } }

extension Decimal: DirectlyWritten {
    var written: JSON {
        get throws {
            if isNaN {
                throw NotWritable(
                    reason: "Decimal.nan has no representation in JSON. Use an optional, or a value that is a number.")
            }
            return .number(JSON.Number(verified: NormalNumber(description).text))
        }
    }
}
