/// Names one version of an entity, as its service gave it.
public struct ETag: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The tag as it is sent, with its quotes.
    public let rawValue: String

    /// A tag as it was sent.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whatever version there is.
    public static let any = ETag(rawValue: "*")

    public var description: String { rawValue }
}
