/// Names one optimistic change for as long as its core lives, and across a restart with a journal.
///
/// Ids count up in the order in which predictions were begun; one is never used twice.
public struct PredictionID: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// The number, 1 for the first prediction of a core.
    public let rawValue: UInt64

    /// The id with this number.
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// The id as its number alone.
    public init(from decoder: any Decoder) throws { rawValue = try UInt64(from: decoder) }

    /// Encodes its number alone.
    public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }

    /// The one begun earlier is less.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// `prediction 3` as it stands in messages.
    public var description: String { "prediction \(rawValue)" }
}
