/// Changes requests before they are sent: adds a token, fields, writes the body.
///
/// Runs just before the request is sent, so that what it adds is fresh; a client that tries again submits its request
/// again. An error ends the request: nothing is sent.
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

/// Preparers one after the other; an error skips the rest.
public struct CompoundRequestPreparer: RequestPreparer {
    package var preparers: [any RequestPreparer]

    /// A preparer that runs `preparers` in this order.
    public init(_ preparers: [any RequestPreparer]) { self.preparers = preparers }

    public func prepareRequest(_ request: inout MutableRequestProperties) async throws {
        for preparer in preparers { try await preparer.prepareRequest(&request) }
    }
}
