/// A date in events and states: milliseconds since the beginning of 1970, UTC.
///
/// The library reads no clock inside a state, so an event contains its date. An instant of `ContinuousClock` is
/// meaningless in another process, and `Date` belongs to Foundation, which this module does not import. To convert a
/// `Date`, use `Timestamp(millisecondsSince1970: Int64(date.timeIntervalSince1970 * 1_000))`. A timestamp is encoded as
/// an integer, in the same way on every platform.
public struct Timestamp: InstantProtocol, Codable, CustomStringConvertible {
    /// Milliseconds since the beginning of 1970, UTC.
    public let millisecondsSince1970: Int64

    /// Creates a timestamp from milliseconds since the beginning of 1970, UTC.
    public init(millisecondsSince1970: Int64) { self.millisecondsSince1970 = millisecondsSince1970 }

    /// Decodes a timestamp from its number of milliseconds.
    public init(from decoder: any Decoder) throws { millisecondsSince1970 = try Int64(from: decoder) }

    /// Encodes the number of milliseconds.
    public func encode(to encoder: any Encoder) throws { try millisecondsSince1970.encode(to: encoder) }

    /// Returns the timestamp after a duration, in whole milliseconds; a fraction of a millisecond is dropped.
    ///
    /// A result outside of the representable range is the first or the last timestamp.
    public func advanced(by duration: Duration) -> Timestamp {
        Timestamp(millisecondsSince1970: Int64(clamping: Int128(millisecondsSince1970) + duration.wholeMilliseconds))
    }

    /// Returns the duration to another timestamp, which is negative if the other one is earlier. The result is exact.
    public func duration(to other: Timestamp) -> Duration {
        .milliseconds(other.millisecondsSince1970) - .milliseconds(millisecondsSince1970)
    }

    /// Returns whether the left timestamp is earlier.
    public static func < (left: Self, right: Self) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }

    /// The number of milliseconds with its unit.
    public var description: String { "\(millisecondsSince1970) ms" }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int128 {
        Int128(components.seconds) * 1_000 + Int128(components.attoseconds / 1_000_000_000_000_000)
    }
}
