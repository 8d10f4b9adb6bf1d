/// A set of named strings that a service can extend. Unknown values are preserved and sent back unchanged.
///
/// ```swift
/// struct MealKind: OpenStringEnum {
///     let rawValue: String
///     init(rawValue: String) { self.rawValue = rawValue }
///
///     static let breakfast: MealKind = "breakfast"
///     static let dinner: MealKind = "dinner"
///     static let allKnown = [breakfast, dinner]
/// }
/// print(MealKind(rawValue: "brunch").isKnown)     // false
/// ```
public protocol OpenStringEnum: RawRepresentable<String>, Hashable, Codable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// Creates a value from any string, known or not.
    init(rawValue: String)
    /// The values that this version of the client knows.
    static var allKnown: [Self] { get }
}

extension OpenStringEnum {
    /// Creates a value from a literal, known or not.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// Whether this version of the client knows the value.
    public var isKnown: Bool { Self.allKnown.contains(self) }
    public var description: String { rawValue }
}
