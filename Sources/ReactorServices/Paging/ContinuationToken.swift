/// An opaque token with which a service continues a list.
///
/// You can store a token in a state or a file, and continue the list from it later.
public struct ContinuationToken: RawRepresentable, Hashable, Codable, Sendable {
    /// The text that the service issued.
    public let rawValue: String

    /// Creates a token from a text that the service issued.
    public init(rawValue: String) { self.rawValue = rawValue }
}
