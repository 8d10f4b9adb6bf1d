/// Names the place in the log of events at which a read began.
///
/// Ids count up in the order in which marks were taken; one is never used twice.
public struct MarkID: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// The number, 1 for the first mark of a core.
    public let rawValue: UInt64

    /// The id with this number.
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// The id as its number alone.
    public init(from decoder: any Decoder) throws { rawValue = try UInt64(from: decoder) }

    /// Encodes its number alone.
    public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }

    /// The one taken earlier is less.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// `mark 3` as it stands in messages.
    public var description: String { "mark \(rawValue)" }
}
