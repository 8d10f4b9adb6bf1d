/// The method of a request.
public struct HTTPMethod: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
    /// The method as it is sent; methods are compared with regard to case.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// Asks for what is at an address, and changes nothing.
    public static let get: HTTPMethod = "GET"
    /// Asks for the status and header that a `GET` would have, without the body.
    public static let head: HTTPMethod = "HEAD"
    /// Gives the server something to work on; sent twice, it may be done twice.
    public static let post: HTTPMethod = "POST"
    /// Puts the body at an address, instead of what was there; sent twice, it does what it does once.
    public static let put: HTTPMethod = "PUT"
    /// Changes a part of what is at an address; sent twice, it may be done twice.
    public static let patch: HTTPMethod = "PATCH"
    /// Removes what is at an address; sent twice, it does what it does once.
    public static let delete: HTTPMethod = "DELETE"

    /// Whether it only reads.
    public var isSafe: Bool { [.get, .head, "OPTIONS", "TRACE"].contains(self) }

    /// Whether sending it twice does what sending it once does.
    package var isIdempotent: Bool { [.get, .head, .put, .delete, "OPTIONS", "TRACE"].contains(self) }
}

extension HTTPMethod: CustomStringConvertible {
    public var description: String { rawValue }
}
