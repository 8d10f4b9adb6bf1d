/// What requests made by the verbs start from.
///
/// Unless changed: redirects are followed, answers are parsed by their content type, a cached answer is taken where there
/// is one, and no answer is kept (`cacheResponseWithExpiration` is zero).
///
/// ```swift
/// var defaults = DefaultRequestPropertySet()
/// defaults.get.cacheResponseWithExpiration = .seconds(60)
/// ```
public struct DefaultRequestPropertySet: Sendable {
    /// What a `GET` starts from.
    public var get = MutableRequestProperties(.get)
    /// What a `POST` starts from.
    public var post = MutableRequestProperties(.post)
    /// What a `PUT` starts from.
    public var put = MutableRequestProperties(.put)
    /// What a `DELETE` starts from.
    public var delete = MutableRequestProperties(.delete)

    /// The defaults named above, the same for each verb.
    public init() {}
}
