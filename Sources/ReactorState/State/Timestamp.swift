/// A point in time as events and states hold it: milliseconds since the beginning of 1970, UTC.
///
/// The library reads no clock inside a state, so a time is always given: by the event that carries it. An instant of
/// `ContinuousClock` means nothing in another process, and `Date` belongs to Foundation, which this module does
/// without; from a date it is `Timestamp(millisecondsSince1970: Int64(date.timeIntervalSince1970 * 1_000))`. It is
/// encoded as one whole number, which is the same everywhere.
public struct Timestamp: InstantProtocol, Codable, CustomStringConvertible {
    /// Milliseconds since the beginning of 1970, UTC.
    public let millisecondsSince1970: Int64

    /// The time so many milliseconds after the beginning of 1970, UTC.
    public init(millisecondsSince1970: Int64) { self.millisecondsSince1970 = millisecondsSince1970 }

    /// The time as its number of milliseconds alone.
    public init(from decoder: any Decoder) throws { millisecondsSince1970 = try Int64(from: decoder) }

    /// Encodes its number alone.
    public func encode(to encoder: any Encoder) throws { try millisecondsSince1970.encode(to: encoder) }

    /// The time after a duration, in whole milliseconds; a fraction of a millisecond is dropped.
    ///
    /// A time beyond the first or the last that can be represented is that first or last time.
    public func advanced(by duration: Duration) -> Timestamp {
        Timestamp(millisecondsSince1970: Int64(clamping: Int128(millisecondsSince1970) + duration.wholeMilliseconds))
    }

    /// The duration from this time to another time; negative if the other time is earlier. It is exact for every two times.
    public func duration(to other: Timestamp) -> Duration {
        .milliseconds(other.millisecondsSince1970) - .milliseconds(millisecondsSince1970)
    }

    /// The earlier time is less.
    public static func < (left: Self, right: Self) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }

    /// Its number and unit.
    public var description: String { "\(millisecondsSince1970) ms" }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int128 {
        Int128(components.seconds) * 1_000 + Int128(components.attoseconds / 1_000_000_000_000_000)
    }
}
