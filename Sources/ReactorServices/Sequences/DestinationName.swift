/// Names a server that a sequence speaks to. Each has its own gateway and its own credential.
public struct DestinationName: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name.
    public let rawValue: String

    /// The app's own server.
    public static let api: DestinationName = "api"
    /// Where files go, at addresses that the API hands out.
    public static let storage: DestinationName = "storage"

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    public var description: String { rawValue }
}
