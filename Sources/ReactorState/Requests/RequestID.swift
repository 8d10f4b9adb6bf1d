/// Names one run of a request, so that the answer of another run is not taken for its.
public struct RequestID: Hashable, Codable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The number.
    public let rawValue: UInt64

    /// The id with this number.
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// The id with the number that is written in the source.
    public init(integerLiteral value: UInt64) { self.init(value) }

    /// The id as its number alone.
    public init(from decoder: any Decoder) throws { rawValue = try UInt64(from: decoder) }

    /// Encodes its number alone.
    public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }

    /// `request 3` as it stands in messages.
    public var description: String { "request \(rawValue)" }
}
