/// The method of a request.
public struct HTTPMethod: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
    /// The method as it is sent; methods are compared with regard to case.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { self.init(rawValue: value) }

    public static let get: HTTPMethod = "GET"
    public static let head: HTTPMethod = "HEAD"
    public static let post: HTTPMethod = "POST"
    public static let put: HTTPMethod = "PUT"
    public static let patch: HTTPMethod = "PATCH"
    public static let delete: HTTPMethod = "DELETE"

    /// Whether it only reads.
    public var isSafe: Bool { [.get, .head, "OPTIONS", "TRACE"].contains(self) }

    /// Whether sending it twice does what sending it once does.
    package var isIdempotent: Bool { [.get, .head, .put, .delete, "OPTIONS", "TRACE"].contains(self) }
}

extension HTTPMethod: CustomStringConvertible {
    public var description: String { rawValue }
}
