/// Sends requests whose path begins so to another path or another server.
///
/// ```swift
/// let preparer = URLRemappingRequestPreparer([.init(prefix: "/v1", replacement: "/v2")])      // "/v1/weights" -> "/v2/weights"
/// ```
///
/// A prefix counts whole segments: `/v1` is no prefix of `/v10`. The first rule that fits is taken.
public struct URLRemappingRequestPreparer: RequestPreparer {
    /// Which requests go elsewhere, and where.
    public struct Rule: Sendable {
        let prefix: String
        let replacement: String
        let baseURL: BaseURL?

        /// Puts `replacement` where a path begins with `prefix`, in whole segments, and sends to `baseURL`; nil: to the server it was for.
        /// Give credentials to a server only if they are for it.
        public init(prefix: String, replacement: String, baseURL: BaseURL? = nil) {
            self.prefix = prefix
            self.replacement = replacement
            self.baseURL = baseURL
        }
    }

    package var rules: [Rule]

    /// A preparer with these rules, tried in order; a request that none fits stays as it is.
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
