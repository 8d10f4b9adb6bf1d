/// A server that a sequence speaks to, or a kind of address that it sends to.
public struct SequenceDestination: Sendable {
    let gateway: any Gateway
    let credential: (any Credential)?
    package let hasServer: Bool

    /// One server, with who asks there. Only paths are sent to it, so that the credential goes nowhere else.
    public static func server(_ gateway: any Gateway, credential: (any Credential)? = nil) -> SequenceDestination {
        SequenceDestination(gateway: gateway, credential: credential, hasServer: true)
    }

    /// Whatever addresses an earlier answer names, such as signed ones for an upload. No credential is sent there.
    ///
    /// Give it a gateway of its own: what a gateway adds to its requests goes to these addresses too.
    public static func addresses(_ gateway: any Gateway) -> SequenceDestination {
        SequenceDestination(gateway: gateway, credential: nil, hasServer: false)
    }

    /// What is sent for a description.
    func request(for description: RequestDescription, random: () -> UInt64) throws -> MutableRequestProperties {
        let (body, contentType) = try description.body.opened(random: random)
        var request = try address(of: description, body)
        request.query.items += description.query.items
        if let contentType { request.headers["Content-Type"] = contentType }
        // A server does the same only once under this key. Who signs addresses does not expect fields of ours.
        if hasServer { request.headers[ServiceHeader.idempotencyKey] = description.keyField }
        request.allowCachedResponse = false
        return request
    }

    private func address(of description: RequestDescription, _ body: RequestBody) throws -> MutableRequestProperties {
        switch description.target {
        case .path(let path):
            guard hasServer else {
                throw SequenceError(.pathWithoutServer(description.destination, step: description.step))
            }
            return MutableRequestProperties(description.method, path, headers: description.headers, body: body)
        case .address(let address):
            guard !hasServer else {
                throw SequenceError(.addressOutsideDestination(description.destination, step: description.step))
            }
            do {
                return try MutableRequestProperties(
                    description.method, url: address, headers: description.headers, body: body)
            } catch {
                throw SequenceError(.invalidAddress(description.destination, step: description.step))
            }
        }
    }
}
