/// The method of a request.
public struct HTTPMethod: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
    /// The method as it is sent. Methods are case-sensitive.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// Reads the resource at an address and changes nothing.
    public static let get: HTTPMethod = "GET"
    /// Reads the status and header of a `GET`, without the body.
    public static let head: HTTPMethod = "HEAD"
    /// Passes data to the server for processing. A repeated request can be processed twice.
    public static let post: HTTPMethod = "POST"
    /// Replaces the resource at an address with the body. Idempotent.
    public static let put: HTTPMethod = "PUT"
    /// Changes a part of the resource at an address. A repeated request can be applied twice.
    public static let patch: HTTPMethod = "PATCH"
    /// Removes the resource at an address. Idempotent.
    public static let delete: HTTPMethod = "DELETE"

    /// Whether the method only reads.
    public var isSafe: Bool { [.get, .head, "OPTIONS", "TRACE"].contains(self) }

    /// Whether a repeated request has the same effect as one request.
    package var isIdempotent: Bool { [.get, .head, .put, .delete, "OPTIONS", "TRACE"].contains(self) }
}

extension HTTPMethod: CustomStringConvertible {
    public var description: String { rawValue }
}
