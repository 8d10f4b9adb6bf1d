/// A JSON value, its object's members in the order in which they were written.
///
/// ```swift
/// let value: JSONValue = ["id": 7, "tags": ["a", "b"], "note": nil]
/// print(value["tags"]?[0]?.text ?? "")      // a
/// ```
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number as it was written, so that none loses digits.
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// The member of an object; nil when this is no object or it has no such member.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let object) = self else { return nil }
        return object[name]
    }

    /// The element of an array; nil when this is no array or the index is outside of it.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    public var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The whole number that this is, however it is written: `80500`, `80500.0` or `8.05e4`. Nil for what is none, or
    /// does not fit.
    public var integer: Int? {
        guard case .number(let number) = self else { return nil }
        return number.integer
    }

    /// The number nearest to this; nil where it is larger than any `Double`.
    public var double: Double? {
        guard case .number(let number) = self else { return nil }
        return Double(number.text).flatMap { $0.isFinite ? $0 : nil }
    }

    public var isTrue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    public var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }
}

/// A JSON number, kept as it is written.
public struct JSONNumber: Hashable, Sendable {
    public let text: String

    init(checked text: String) { self.text = text }

    public init(_ value: Int) { text = String(value) }

    /// The whole number that this is; nil for what is none, or does not fit. No digit is lost on the way.
    var integer: Int? {
        if let value = Int(text) { return value }
        let parts = text.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
        let mantissa = parts[0].split(separator: ".", maxSplits: 1)
        let fraction = mantissa.count == 2 ? mantissa[1] : ""
        if (mantissa[0] + fraction).allSatisfy({ $0 == "0" || $0 == "-" }) { return 0 }
        guard let exponent = parts.count == 2 ? Int(parts[1]) : 0 else { return nil }
        // The digits, and how many zeros belong behind them.
        var digits = mantissa[0] + fraction
        while digits.count > 1, digits.hasSuffix("0"), digits.dropLast().last?.isNumber == true { digits.removeLast() }
        let dropped = mantissa[0].count + fraction.count - digits.count
        let (zeros, overflow) = exponent.subtractingReportingOverflow(fraction.count - dropped)
        guard !overflow, (0..<20).contains(zeros) else { return nil }
        return Int(digits + String(repeating: "0", count: zeros))
    }

    /// A finite number; nil for infinities and for what is not a number, which JSON cannot write.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = "\(value)"
    }
}

/// The members of a JSON object in their order. Of two with one name, reading finds the last.
public struct JSONObject: Hashable, Sendable {
    public var members: [Member]

    public struct Member: Hashable, Sendable {
        public var name: String
        public var value: JSONValue

        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    public init(members: [Member] = []) { self.members = members }

    public subscript(name: String) -> JSONValue? { members.last { $0.name == name }?.value }
}
