/// A JSON value, kept exactly: numbers as they were written, members in the order they came.
///
/// Two values are equal when they mean the same: the order of members and the spelling of a number (`1`, `1.0`, `1e0`)
/// do not count, and strings are compared byte for byte, not by canonical equivalence.
///
/// ```swift
/// let json = try JSON(parsing: #"{"weight":80.50,"tags":["home"]}"#)
/// print(json["weight"]?.number?.text ?? "")     // 80.50
/// print(json["tags"]?[0]?.string ?? "")         // home
/// print(json.canonical)                         // {"tags":["home"],"weight":80.5}
/// ```
public enum JSON: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, with its digits as they were written.
    case number(Number)
    /// A text, its escapes resolved.
    case string(String)
    /// Elements in their order.
    case array([JSON])
    /// Members by name, in the order they came.
    case object(Object)
}

extension JSON: Hashable {
    /// Whether both mean the same value. O(size).
    public static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): ExactText(left) == ExactText(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let bool): hasher.combine(bool)
        case .number(let number): hasher.combine(number)
        case .string(let string): hasher.combine(ExactText(string))
        case .array(let elements): hasher.combine(elements)
        case .object(let object): hasher.combine(object)
        }
    }
}

extension JSON: CustomStringConvertible {
    /// The compact text.
    public var description: String { compact }
}

// Not by nil: a nil meant as "no value" would become a JSON null.
extension JSON {
    /// The whole number of a variable, `JSON(count)`; a literal needs no call.
    public init(_ value: some BinaryInteger) { self = .number(Number(value)) }
}

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .number(Number(value)) }
    /// A literal beyond the largest `Double` is infinite, which JSON cannot write: it is null.
    public init(floatLiteral value: Double) { self = Number(value).map(JSON.number) ?? .null }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// Of two members of one name the last counts.
    public init(dictionaryLiteral members: (String, JSON)...) {
        var object = Object()
        for (key, value) in members { object[key] = value }
        self = .object(object)
    }
}
