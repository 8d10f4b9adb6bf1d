/// The id of a change, from its enqueuing until it is pushed, across restarts.
///
/// The idempotency keys of its steps are derived from it, so ids must be unique and must not be reused.
public struct ChangeID: RawRepresentable, Hashable, Codable, CodingKeyRepresentable, Sendable,
    ExpressibleByStringLiteral, CustomStringConvertible
{
    /// The name, of 1 to 200 visible ASCII characters because it is sent in a header field, and without slashes, which
    /// separate it there.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    public var description: String { rawValue }

    var isUsable: Bool {
        (1...200).contains(rawValue.utf8.count)
            && rawValue.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
    }
}
