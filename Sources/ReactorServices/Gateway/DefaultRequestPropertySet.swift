/// The default properties of requests that are made with `get`, `post`, `put` and `delete`.
///
/// By default, a `GET` follows redirects, responses are parsed by their content type, cached responses are used, and no
/// response is cached (`cacheResponseWithExpiration` is zero).
///
/// ```swift
/// var defaults = DefaultRequestPropertySet()
/// defaults.get.cacheResponseWithExpiration = .seconds(60)
/// ```
public struct DefaultRequestPropertySet: Sendable {
    /// The defaults of a `GET`.
    public var get = MutableRequestProperties(.get)
    /// The defaults of a `POST`.
    public var post = MutableRequestProperties(.post)
    /// The defaults of a `PUT`.
    public var put = MutableRequestProperties(.put)
    /// The defaults of a `DELETE`.
    public var delete = MutableRequestProperties(.delete)

    /// Creates a set of the defaults that are described above.
    public init() {}
}
