import ReactorFoundation

/// The response of a server. A ``ResponseProcessor`` returns a changed copy.
public struct Response: Sendable {
    /// The status, such as 200.
    public var status: Int
    /// The header fields.
    public var headers: HeaderFields
    /// The bytes of the body. Empty if ``MutableRequestProperties/onBody`` received them, or if a response with an
    /// error status exceeds the limit.
    public var body: Data
    /// The address that responded, which differs from the requested address after redirects.
    public var url: URL
    /// The result of the parser.
    public var parsedBody: (any Sendable)?
    /// The source of the response.
    public var source: Source

    /// The sources of a response.
    public enum Source: Hashable, Sendable {
        /// The server, in response to this request.
        case network
        /// The cache, without a request to the server.
        case cache
        /// The cache, after the server confirmed that the response is still valid (304).
        case revalidated
    }

    /// Creates a response whose body is not parsed.
    public init(status: Int, headers: HeaderFields = [:], body: Data = Data(), url: URL, source: Source = .network) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
        self.source = source
    }

    /// Whether the status is from 200 to 299.
    public var isSuccess: Bool { (200..<300).contains(status) }

    /// The server that responded, or nil if the address is not one of `http` or `https`.
    var origin: BaseURL.Origin? { try? BaseURL.Parts(url.absoluteString).origin }

    /// Whether the response redirects to another host, as a captive portal does.
    var sendsToAnotherHost: Bool {
        guard [301, 302, 303, 307, 308].contains(status), let location = headers.address(in: "Location"),
            let host = URL(string: location, relativeTo: url)?.host
        else { return false }
        return host.lowercased() != url.host?.lowercased()
    }

    /// The type in `Content-Type`, or nil if the field is missing or invalid.
    var contentType: MediaType? { headers["Content-Type"].flatMap { MediaType($0) } }

    /// The body as JSON, or nil if no parser read it as JSON. Of two members with one name the last applies.
    public var json: JSON? { parsedBody as? JSON }
}

extension Response: DescribedOnly {
    /// The status and the size of the body, without its content.
    public var description: String { "\(status), \(body.count) bytes" }
}
