/// Names a lane of a queue: changes of one lane are pushed one after the other, those of different lanes side by side.
///
/// One lane for each entity keeps the changes of that entity in order, and lets none wait for another entity.
public struct LaneName: RawRepresentable, Hashable, Codable, CodingKeyRepresentable, Sendable,
    ExpressibleByStringLiteral, CustomStringConvertible
{
    /// The name.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    public var description: String { rawValue }
}

/// What becomes of a lane when one of its changes is refused.
public enum LanePolicy: Hashable, Sendable {
    /// It waits until that change is retried, edited or dropped, since what follows may build on it.
    case stops
    /// Its next change is pushed.
    case goesOn
}
