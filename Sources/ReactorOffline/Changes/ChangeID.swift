/// Names one change, from when it is queued until its push is over, across restarts.
///
/// The keys under which a service does its steps only once are made of it, so no two changes may have the same, not even one
/// after the other.
public struct ChangeID: RawRepresentable, Hashable, Codable, CodingKeyRepresentable, Sendable,
    ExpressibleByStringLiteral, CustomStringConvertible
{
    /// The name: visible ASCII characters, since it is sent in a header field, and no slash, since that ends it there.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    public var description: String { rawValue }

    var isUsable: Bool {
        !rawValue.isEmpty && rawValue.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
    }
}
