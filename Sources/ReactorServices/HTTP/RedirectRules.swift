/// The rules for following redirects (RFC 9110, 15.4).
///
/// - 303 is followed by a `GET` (a `HEAD` by a `HEAD`) without a body, and so are 301 and 302 after a `POST`.
/// - 307 and 308, and 301 and 302 after other methods, preserve method and body.
/// - Another origin (scheme, host or port) receives no secret fields, and neither do later redirects.
struct RedirectRules: Sendable {
    static let limit = 20

    private var followed = 0

    init() {}

    /// Returns the request to send next, or nil if `response` is not followed.
    ///
    /// - Throws: ``GatewayError`` after too many redirects, for an unusable address, and for a body that cannot be read
    ///   again.
    mutating func next(after response: Response, to request: Request) throws(GatewayError) -> Request? {
        guard request.followRedirects, [301, 302, 303, 307, 308].contains(response.status),
            response.headers.contains("Location")
        else { return nil }
        followed += 1
        guard followed <= Self.limit else { throw GatewayError.tooManyRedirects(limit: Self.limit) }
        let unusable = GatewayError.unusableRedirect(host: request.base.origin.host)
        guard let location = response.headers.address(in: "Location"),
            let target = try? MutableRequestProperties(.get, relative: location, to: request.url),
            let base = target.baseURL
        else { throw unusable }

        var properties = request.properties
        properties.baseURL = base
        properties.path = target.path
        properties.query = target.query
        if base.origin != request.base.origin { properties.headers = properties.headers.withoutSecrets() }
        if Self.becomesGet(response.status, request.method) {
            properties.method = request.method == .head ? .head : .get
            properties.body = .none
            properties.headers.remove("Content-Type", "Content-Encoding", "Content-Language", "Content-Location")
        } else if !request.body.isRepeatable {
            throw GatewayError.bodyNotRepeatable
        }
        guard let next = try? request.with(properties) else { throw unusable }
        return next
    }

    private static func becomesGet(_ status: Int, _ method: HTTPMethod) -> Bool {
        status == 303 || (method == .post && (status == 301 || status == 302))
    }
}
