/// A text that is printed, dumped and reflected as `<redacted>`.
///
/// A secret is not `Codable`, so that it is not written to a file by accident.
///
/// ```swift
/// let key = Secret("s3cr3t-value")
/// print(key)                    // <redacted>
/// print(key.revealed.count)     // 12
/// ```
public struct Secret: Hashable, Sendable {
    /// The plain text.
    public let revealed: String

    /// Creates a secret from its plain text.
    public init(_ text: String) { revealed = text }

    static let mask = "<redacted>"
}

extension Secret: DescribedOnly, CustomDebugStringConvertible {
    public var description: String { Self.mask }
    public var debugDescription: String { Self.mask }
}
