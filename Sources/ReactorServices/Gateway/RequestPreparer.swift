/// Changes requests before they are sent: adds a token, fields, writes the body.
///
/// Runs just before the request is sent, so that what it adds is fresh; a client that tries again submits its request
/// again. An error ends the request: nothing is sent.
///
/// A gateway takes a list of them, and looks at what each one adds: a secret goes to the gateway's own server, unless the
/// preparer that added it sends the request elsewhere itself. So preparers that belong together are joined as lists,
/// `signing + remapping`; a preparer that runs others inside counts as one.
///
/// A preparer may wait for what it needs, but not for the gateway that it prepares for: it runs in one of that gateway's
/// places.
public protocol RequestPreparer: Sendable {
    /// Changes `request`.
    func prepareRequest(_ request: inout MutableRequestProperties) async throws
}

/// A preparer that is a closure.
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

    /// A preparer that runs `change` on each request; what `change` throws ends the request.
    public init(_ change: @escaping @Sendable (inout MutableRequestProperties) async throws -> Void) {
        self.change = change
    }

    public func prepareRequest(_ request: inout MutableRequestProperties) async throws { try await change(&request) }
}
