/// Names one optimistic change for as long as its core lives, and across a restart with a journal.
///
/// Ids count up in the order in which predictions were begun; one is never used twice.
public struct PredictionID: NumberedID, Comparable, Sendable, CustomStringConvertible {
    /// The number, 1 for the first prediction of a core.
    package let rawValue: UInt64

    /// The id with this number.
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// The one begun earlier is less.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// `prediction 3`, as in messages.
    public var description: String { "prediction \(rawValue)" }
}

/// Names the position in the log of events at which a read began.
///
/// Ids count up in the order in which marks were taken; one is never used twice.
public struct MarkID: NumberedID, Comparable, Sendable, CustomStringConvertible {
    /// The number, 1 for the first mark of a core.
    package let rawValue: UInt64

    /// The id with this number.
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// The one taken earlier is less.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// `mark 3`, as in messages.
    public var description: String { "mark \(rawValue)" }
}

/// An id that is a number, and is encoded as its number alone.
protocol NumberedID: Hashable, Codable {
    var rawValue: UInt64 { get }

    init(_ rawValue: UInt64)
}

extension NumberedID {
    public init(from decoder: any Decoder) throws { self.init(try UInt64(from: decoder)) }

    public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}
