/// A text that nobody should read by accident: it is shown, printed, dumped and reflected as `<redacted>`.
///
/// It is not `Codable`, so nothing that holds one is written to a file without saying so.
///
/// ```swift
/// let key = Secret("s3cr3t-value")
/// print(key)                    // <redacted>
/// print(key.revealed.count)     // 12
/// ```
public struct Secret: Hashable, Sendable {
    /// The text itself.
    public let revealed: String

    /// Hides this text.
    public init(_ text: String) { revealed = text }

    static let mask = "<redacted>"
}

extension Secret: DescribedOnly, CustomDebugStringConvertible {
    public var description: String { Self.mask }
    public var debugDescription: String { Self.mask }
}
