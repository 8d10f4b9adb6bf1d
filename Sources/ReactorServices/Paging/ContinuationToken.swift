/// Where a service goes on with a list. Only the service knows what stands in it.
///
/// It may be kept, in a state or a file, and a list may go on from it later.
public struct ContinuationToken: RawRepresentable, Hashable, Codable, Sendable {
    /// What the service gave.
    public let rawValue: String

    /// A token that a service gave.
    public init(rawValue: String) { self.rawValue = rawValue }
}
