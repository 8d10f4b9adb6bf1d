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

    public var integer: Int? {
        guard case .number(let number) = self else { return nil }
        return Int(number.text)
    }

    public var double: Double? {
        guard case .number(let number) = self else { return nil }
        return Double(number.text)
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
