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
    public var get = MutableRequestProperties(.get)
    public var post = MutableRequestProperties(.post)
    public var put = MutableRequestProperties(.put)
    public var delete = MutableRequestProperties(.delete)

    public init() {}
}
