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
