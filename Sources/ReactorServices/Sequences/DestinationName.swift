/// The name of a server to which a sequence sends requests. Each name has its own gateway and credential.
public struct DestinationName: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name.
    public let rawValue: String

    /// The app's own server.
    public static let api: DestinationName = "api"
    /// The storage for files, at addresses that the API provides.
    public static let storage: DestinationName = "storage"

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    public var description: String { rawValue }
}
