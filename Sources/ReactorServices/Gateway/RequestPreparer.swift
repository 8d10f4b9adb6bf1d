import ReactorFoundation

/// A type that changes requests before they are sent. It adds tokens and fields, or encodes the body.
///
/// Preparers run just before the request is sent, so that their data is fresh. A client that retries submits its
/// request again. An error ends the request, and nothing is sent.
///
/// A secret that a preparer adds is sent only to the gateway's own server, unless the same preparer sends the request
/// elsewhere. Therefore, join preparers as lists, `signing + remapping`; a preparer that calls others counts as one.
///
/// A preparer can wait, but not for the gateway that it prepares for, because it runs in one of that gateway's places.
public protocol RequestPreparer: Sendable {
    /// Changes `request`.
    func prepareRequest(_ request: inout MutableRequestProperties) async throws
}

/// A preparer that calls a closure.
///
/// ```swift
/// func authorizing(_ token: @escaping @Sendable () async throws -> String) -> RequestPreparerClosureAdapter {
///     RequestPreparerClosureAdapter { request in
///         request.headers["Authorization"] = "Bearer \(try await token())"
///     }
/// }
/// ```
public struct RequestPreparerClosureAdapter: RequestPreparer {
    private let change: @Sendable (inout MutableRequestProperties) async throws -> Void

    /// Creates a preparer that runs `change` on each request. An error of `change` ends the request.
    public init(_ change: @escaping @Sendable (inout MutableRequestProperties) async throws -> Void) {
        self.change = change
    }

    public func prepareRequest(_ request: inout MutableRequestProperties) async throws { try await change(&request) }
}

/// A preparer that adds header fields and query items to requests that do not have them.
public struct DefaultFieldsRequestPreparer: RequestPreparer {
    /// The fields to add, unless the request has a field with the same name.
    var headers: HeaderFields
    /// The query items to add, unless the request has an item with the same name.
    var query: QueryItems

    /// Creates a preparer that adds these fields and items.
    public init(headers: HeaderFields = [:], query: QueryItems = [:]) {
        self.headers = headers
        self.query = query
    }

    public func prepareRequest(_ request: inout MutableRequestProperties) {
        let own = request
        for field in headers.fields where !own.headers.contains(field.name) {
            request.headers.add(field)
        }
        request.query.items += query.items.filter { !own.query.contains($0.name) }
    }
}

/// A preparer that encodes a ``RequestBody/value(_:)`` as JSON, and preserves other bodies.
///
/// The `Content-Type` is `application/json`, unless the request has another.
public struct JsonBodyRequestPreparer: RequestPreparer {
    /// Creates a preparer. ``JsonGateway`` already has one.
    public init() {}

    public func prepareRequest(_ request: inout MutableRequestProperties) {
        guard case .value(let value) = request.body else { return }
        request.body = .typed(Data(value.bytes()), .json)
    }
}

/// A preparer that encodes a ``RequestBody/value(_:)`` as a form (`name=value&…`), and preserves other bodies.
///
/// The value must be an object. A list becomes several items with one name, and `null` is omitted. The `Content-Type`
/// is `application/x-www-form-urlencoded`, unless the request has another.
public struct FormDataRequestPreparer: RequestPreparer {
    /// Creates a preparer.
    public init() {}

    /// - Throws: ``GatewayError`` for a value that a form cannot contain.
    public func prepareRequest(_ request: inout MutableRequestProperties) throws {
        guard case .value(let value) = request.body else { return }
        guard case .object(let object) = value else { throw GatewayError.unwritableForm(member: "") }
        let items = try object.members.flatMap { member in
            try (member.value.array ?? [member.value]).compactMap { try Self.item(member.key, $0) }
        }
        request.body = .typed(Data(QueryItems(items).encoded.utf8), .form)
    }

    private static func item(_ name: String, _ value: JSON) throws -> QueryItems.Item? {
        switch value {
        case .null: nil
        case .bool(let flag): QueryItems.Item(name: name, value: flag ? "true" : "false")
        case .number(let number): QueryItems.Item(name: name, value: number.text)
        case .string(let text): QueryItems.Item(name: name, value: text)
        case .array, .object: throw GatewayError.unwritableForm(member: name)
        }
    }
}

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
