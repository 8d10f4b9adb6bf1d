/// The version of an entity, as the service issued it.
public struct ETag: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The tag as it is sent, with its quotes.
    public let rawValue: String

    /// Creates a tag from its text, with its quotes.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A tag that matches every version.
    public static let any = ETag(rawValue: "*")

    public var description: String { rawValue }
}
