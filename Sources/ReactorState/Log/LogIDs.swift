/// The id of a prediction. It is valid as long as its core exists, and after a restart with a journal.
///
/// Ids ascend in the order in which predictions were begun. An id is never used twice.
public struct PredictionID: NumberedID, Comparable, Sendable, CustomStringConvertible {
    /// The number, 1 for the first prediction of a core.
    package let rawValue: UInt64

    /// Creates an id with a number.
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Returns whether the left prediction was begun earlier.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// `prediction 3`, as in messages.
    public var description: String { "prediction \(rawValue)" }
}

/// The id of a mark, which is the position in the log at which a read began.
///
/// Ids ascend in the order in which marks were taken. An id is never used twice.
package struct MarkID: NumberedID, Comparable, Sendable, CustomStringConvertible {
    /// The number, 1 for the first mark of a core.
    package let rawValue: UInt64

    /// Creates an id with a number.
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Returns whether the left mark was taken earlier.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// `mark 3`, as in messages.
    package var description: String { "mark \(rawValue)" }
}

/// An id that consists of a number, and is encoded as this number.
protocol NumberedID: Hashable, Codable {
    var rawValue: UInt64 { get }

    init(_ rawValue: UInt64)
}

extension NumberedID {
    public init(from decoder: any Decoder) throws { self.init(try UInt64(from: decoder)) }

    public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}
