/// A connection to one server: requests go in, responses come out.
///
/// Every call ends exactly once: with a response, an error, or `CancellationError`. A status such as 404 is a response.
/// At most ``maxActiveRequests`` are in flight at a time; the others wait. Places are taken in the order of submission. With more
/// than one place, requests are prepared and sent at the same time, and a later one can arrive first.
///
/// Cancelling the caller's task cancels its request, whether it waits or is on its way.
public protocol Gateway: Sendable {
    /// The server's address, which requests are sent under unless they name another.
    var baseURL: BaseURL { get }
    /// What `get(_:params:headers:body:_:)` and the other verbs start from.
    var defaultRequestProperties: DefaultRequestPropertySet { get }
    /// How many requests are on their way at most.
    var maxActiveRequests: Int { get }
    /// The requests that wait for a place, in the order in which they get it.
    var pendingRequests: [Request] { get }
    /// What is under way, in the order of submission.
    var activeRequests: [Request] { get }

    /// Sends a request once, when it has a place, and returns the response.
    func submitRequest(_ properties: some RequestProperties) async throws -> Response

    /// Sends a request once, when it has a place, as `prepare` leaves it at the moment of sending; then come the
    /// gateway's own preparers. A ``ServicePipeline`` puts its credential on in this way, so that it is good however long
    /// the request has waited.
    ///
    /// What `prepare` itself asks of this gateway is sent at once, in the place of the request that waits for it.
    ///
    /// By default the request is prepared before it is submitted. A gateway that hands its requests to another one hands
    /// `prepare` on too.
    func submitRequest(
        _ properties: some RequestProperties,
        preparing prepare: @escaping @Sendable (inout MutableRequestProperties) async throws -> Void
    ) async throws -> Response

    /// Starts nothing more. What is on its way goes on.
    func pause()
    /// Starts what waits, as many as there is room for.
    func resume()
    /// Ends a request that waits or is on its way: its call throws `CancellationError`.
    ///
    /// - Returns: false when it has ended already.
    @discardableResult
    func cancelRequest(_ id: Request.ID) -> Bool
}

extension Gateway {
    public func submitRequest(
        _ properties: some RequestProperties,
        preparing prepare: @escaping @Sendable (inout MutableRequestProperties) async throws -> Void
    ) async throws -> Response {
        var prepared = properties.properties
        try await prepare(&prepared)
        return try await submitRequest(prepared)
    }

    /// Ends a request that waits or is on its way: its call throws `CancellationError`.
    ///
    /// - Returns: false when it has ended already.
    @discardableResult
    public func cancelRequest(_ request: Request) -> Bool { cancelRequest(request.id) }
}
