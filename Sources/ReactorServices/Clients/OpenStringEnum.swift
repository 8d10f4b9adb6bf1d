/// A set of named texts that a service may add to: what is not known is kept as it came, and sent back the same.
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
    /// Any text, known or not.
    init(rawValue: String)
    /// The values that this version of the client knows.
    static var allKnown: [Self] { get }
}

extension OpenStringEnum {
    /// The value of a text written in the code, known or not.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// Whether this version of the client knows it.
    public var isKnown: Bool { Self.allKnown.contains(self) }
    public var description: String { rawValue }
}
