/// The name of a lane of a queue. Changes of one lane are pushed serially, and lanes are pushed in parallel.
///
/// Use a lane for each entity: its changes stay in order and do not wait for other entities.
public struct LaneName: RawRepresentable, Hashable, Codable, CodingKeyRepresentable, Sendable,
    ExpressibleByStringLiteral, CustomStringConvertible
{
    /// The name.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    public var description: String { rawValue }
}

/// The behavior of a lane when one of its changes is refused.
public enum LanePolicy: Hashable, Sendable {
    /// The lane waits until the change is retried, edited or dropped, because later changes can depend on it.
    case stops
    /// The lane continues with its next change.
    case goesOn
}
