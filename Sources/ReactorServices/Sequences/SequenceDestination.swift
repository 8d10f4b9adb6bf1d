/// A server of a sequence, or a gateway for addresses from responses.
public struct SequenceDestination: Sendable {
    let gateway: any Gateway
    let credential: (any Credential)?
    package let hasServer: Bool

    /// Returns a destination with its server and credential. It accepts only paths, so that the credential is not sent
    /// elsewhere.
    public static func server(_ gateway: any Gateway, credential: (any Credential)? = nil) -> SequenceDestination {
        SequenceDestination(gateway: gateway, credential: credential, hasServer: true)
    }

    /// Returns a destination for addresses from earlier responses, such as signed URLs for an upload. No credential is
    /// sent.
    ///
    /// Use a separate gateway, because everything that a gateway adds to its requests is sent to these addresses, too.
    public static func addresses(_ gateway: any Gateway) -> SequenceDestination {
        SequenceDestination(gateway: gateway, credential: nil, hasServer: false)
    }

    func request(for description: RequestDescription, random: () -> UInt64) throws -> MutableRequestProperties {
        let (body, contentType) = try description.body.opened(random: random)
        var request = try address(of: description, body)
        request.query.items += description.query.items
        if let contentType { request.headers["Content-Type"] = contentType }
        // A server does the request only once with this key. Signed URLs often allow no additional fields.
        if hasServer { request.headers[ServiceHeader.idempotencyKey] = description.keyField }
        request.allowCachedResponse = false
        return request
    }

    private func address(of description: RequestDescription, _ body: RequestBody) throws -> MutableRequestProperties {
        switch description.target {
        case .path(let path):
            guard hasServer else {
                throw SequenceError.pathWithoutServer(description.destination, step: description.step)
            }
            return MutableRequestProperties(description.method, path, headers: description.headers, body: body)
        case .address(let address):
            guard !hasServer else {
                throw SequenceError.addressOutsideDestination(description.destination, step: description.step)
            }
            do {
                return try MutableRequestProperties(
                    description.method, url: address, headers: description.headers, body: body)
            } catch {
                throw SequenceError.invalidAddress(description.destination, step: description.step)
            }
        }
    }
}

/// The name of a server to which a sequence sends requests. Each name has its own gateway and credential.
public struct DestinationName: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name.
    public let rawValue: String

    /// The app's own server.
    public static let api: DestinationName = "api"
    /// The storage for files, at addresses that the API provides.
    public static let storage: DestinationName = "storage"

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    public var description: String { rawValue }
}
