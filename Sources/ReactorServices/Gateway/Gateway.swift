/// A client of one server that sends requests and returns responses.
///
/// Every call ends exactly once: with a response, an error, or `CancellationError`. A status such as 404 is a response.
/// At most ``maxActiveRequests`` are in flight at a time; the others wait. Places are taken in the order of submission.
/// With more than one place, requests are prepared and sent at the same time, and a later one can arrive first.
///
/// Cancelling the caller's task cancels its request, whether it waits or is in flight. If there are several causes, such
/// as a timeout and then a cancellation, the call ends with the first one. It ends when the work of its request has
/// ended, also the work of a transport that ignores cancellation.
public protocol Gateway: Sendable {
    /// The base URL for requests that have no other.
    var baseURL: BaseURL { get }
    /// The default properties of `get(_:params:headers:body:_:)` and the other methods.
    var defaultRequestProperties: DefaultRequestPropertySet { get }
    /// The maximum number of requests in flight.
    var maxActiveRequests: Int { get }
    /// The requests that wait for a place, in the order in which they are sent.
    var pendingRequests: [Request] { get }
    /// The requests in flight, in the order of submission.
    var activeRequests: [Request] { get }

    /// Sends a request once, when it has a place, and returns the response.
    func submitRequest(_ properties: some RequestProperties) async throws -> Response

    /// Sends a request once, when it has a place, after `prepare` and then the gateway's preparers have changed it. A
    /// ``ServicePipeline`` adds its credential in this way, so that the credential is valid after any wait.
    ///
    /// Requests that `prepare` submits to this gateway are sent immediately, in the place of the request that waits for
    /// them.
    ///
    /// By default, the request is prepared before it is submitted. A gateway that forwards its requests to another
    /// gateway must forward `prepare`, too.
    func submitRequest(
        _ properties: some RequestProperties,
        preparing prepare: @escaping @Sendable (inout MutableRequestProperties) async throws -> Void
    ) async throws -> Response

    /// Stops sending requests. Requests in flight continue.
    func pause()
    /// Resumes sending the requests that wait.
    func resume()
    /// Cancels a request that waits or is in flight. Its call throws `CancellationError`.
    ///
    /// - Returns: false if the request has already ended.
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

    /// Cancels a request that waits or is in flight. Its call throws `CancellationError`.
    ///
    /// - Returns: false if the request has already ended.
    @discardableResult
    public func cancelRequest(_ request: Request) -> Bool { cancelRequest(request.id) }
}
