/// A JSON value that keeps the exact numbers and the order of members.
///
/// Two values are equal if they have the same meaning: the order of members and the spelling of a number (`1`, `1.0`, `1e0`) do
/// not matter. Strings are compared by their bytes, not by canonical equivalence.
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
    /// A text with resolved escapes.
    case string(String)
    /// Elements in their order.
    case array([JSON])
    /// Members by name, in their order.
    case object(Object)
}

extension JSON: Hashable {
    /// Whether both have the same meaning. O(size).
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

// Not expressible by nil, because a nil that means "no value" would become a JSON null.
extension JSON {
    /// Creates the whole number of a variable, `JSON(count)`. A literal needs no call.
    public init(_ value: some BinaryInteger) { self = .number(Number(value)) }
}

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .number(Number(value)) }
    /// A literal beyond the largest `Double` is infinite. JSON cannot represent it, so it becomes null.
    public init(floatLiteral value: Double) { self = Number(value).map(JSON.number) ?? .null }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    /// The last of two members with the same name counts.
    public init(dictionaryLiteral members: (String, JSON)...) {
        var object = Object()
        for (key, value) in members { object[key] = value }
        self = .object(object)
    }
}
