/// Changes requests before they are sent: adds a token, fields, writes the body.
///
/// Runs for *every attempt*, from the request as it was submitted, so that what it adds is fresh. An error ends the
/// request: nothing is sent.
///
/// A preparer may wait for what it needs, but not for the gateway that it prepares for: it runs in one of that gateway's
/// places.
public protocol RequestPreparer: Sendable {
    /// Changes `request`.
    func prepareRequest(_ request: inout MutableRequestProperties, attempt: Attempt) async throws
}

/// One sending of a request.
public struct Attempt: Sendable {
    /// The request's identity, the same in all of its attempts.
    public let id: Request.ID
    /// From 1.
    public let number: Int
    /// What was answered to the attempt before; nil where there was none, or no answer.
    public let previous: Response?

    public init(id: Request.ID, number: Int, previous: Response? = nil) {
        self.id = id
        self.number = number
        self.previous = previous
    }
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
    private let change: @Sendable (inout MutableRequestProperties, Attempt) async throws -> Void

    public init(_ change: @escaping @Sendable (inout MutableRequestProperties) async throws -> Void) {
        self.change = { request, _ in try await change(&request) }
    }

    /// A closure that also asks which attempt it is.
    public init(attempt change: @escaping @Sendable (inout MutableRequestProperties, Attempt) async throws -> Void) {
        self.change = change
    }

    public func prepareRequest(_ request: inout MutableRequestProperties, attempt: Attempt) async throws {
        try await change(&request, attempt)
    }
}

/// Preparers one after the other; an error skips the rest.
public struct CompoundRequestPreparer: RequestPreparer {
    public var preparers: [any RequestPreparer]

    public init(_ preparers: [any RequestPreparer]) { self.preparers = preparers }

    public func prepareRequest(_ request: inout MutableRequestProperties, attempt: Attempt) async throws {
        for preparer in preparers { try await preparer.prepareRequest(&request, attempt: attempt) }
    }
}
