/// A preparer that sends requests whose path has a given prefix to another path or server.
///
/// ```swift
/// let preparer = URLRemappingRequestPreparer([.init(prefix: "/v1", replacement: "/v2")])      // "/v1/weights" -> "/v2/weights"
/// ```
///
/// Prefixes consist of whole segments: `/v1` is not a prefix of `/v10`. The first rule that matches is applied.
public struct URLRemappingRequestPreparer: RequestPreparer {
    /// A path prefix and its replacement.
    public struct Rule: Sendable {
        let prefix: String
        let replacement: String
        let baseURL: BaseURL?

        /// Creates a rule that replaces a prefix of whole segments, and sends the request to `baseURL`. nil keeps the
        /// server. Add credentials for a server only if they are meant for it.
        public init(prefix: String, replacement: String, baseURL: BaseURL? = nil) {
            self.prefix = prefix
            self.replacement = replacement
            self.baseURL = baseURL
        }
    }

    package var rules: [Rule]

    /// Creates a preparer with these rules, which are tried in order. Requests that match no rule are not changed.
    public init(_ rules: [Rule]) { self.rules = rules }

    public func prepareRequest(_ request: inout MutableRequestProperties) {
        let segments = Self.segments(request.path)
        guard let rule = rules.first(where: { segments.starts(with: Self.segments($0.prefix)) }) else { return }
        let rest = segments.dropFirst(Self.segments(rule.prefix).count)
        let isFolder = request.path.hasSuffix("/") && !rest.isEmpty
        request.path = "/" + (Self.segments(rule.replacement) + rest).joined(separator: "/") + (isFolder ? "/" : "")
        if let baseURL = rule.baseURL { request.baseURL = baseURL }
    }

    private static func segments(_ path: String) -> [Substring] { path.split(separator: "/") }
}
