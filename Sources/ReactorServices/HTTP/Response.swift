import ReactorFoundation

/// What a server answered. Immutable for those who read it; a ``ResponseProcessor`` gives back a changed copy.
public struct Response: Sendable {
    /// The status, such as 200.
    public var status: Int
    /// The header fields of the answer.
    public var headers: HeaderFields
    /// The bytes of the answer; empty when ``MutableRequestProperties/onBody`` took them, or when an error has too many.
    public var body: Data
    /// The address that answered, which after redirects is not the one asked.
    public var url: URL
    /// What a parser made of the body.
    public var parsedBody: (any Sendable)?
    /// Where it comes from.
    public var source: Source

    /// Where a response comes from.
    public enum Source: Hashable, Sendable {
        /// The server sent it for this very request.
        case network
        /// Kept from an earlier request, and given without asking the server.
        case cache
        /// Kept from an earlier request, and still right: the server said so (304).
        case revalidated
    }

    /// An answer whose body is not parsed yet.
    public init(status: Int, headers: HeaderFields = [:], body: Data = Data(), url: URL, source: Source = .network) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
        self.source = source
    }

    /// Whether the status is from 200 to 299.
    public var isSuccess: Bool { (200..<300).contains(status) }

    /// Whether it redirects to another host, as a network does that wants a sign-in (captive portal).
    var sendsToAnotherHost: Bool {
        guard [301, 302, 303, 307, 308].contains(status), let location = headers.values(of: "Location").first,
            let host = URL(string: location, relativeTo: url)?.host
        else { return false }
        return host.lowercased() != url.host?.lowercased()
    }

    /// What its `Content-Type` says; nil when there is none, or none that can be read.
    var contentType: MediaType? { headers["Content-Type"].flatMap { MediaType($0) } }

    /// The body as JSON, when a parser has read it as that. Of two members of one name the last counts.
    public var json: JSON? { parsedBody as? JSON }
}

extension Response: DescribedOnly {
    /// The status and the size of the body; nothing of what is in it.
    public var description: String { "\(status), \(body.count) bytes" }
}
