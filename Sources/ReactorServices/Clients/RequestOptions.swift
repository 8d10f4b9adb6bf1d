/// What can be said about a single call of a service.
///
/// ```swift
/// let careful = RequestOptions(timeout: .seconds(5), retry: .never, ifMatch: ETag(rawValue: "\"3\""))
/// ```
public struct RequestOptions: Sendable {
    /// What the call is called in logs, errors, and at the service; nil for a new one.
    public let requestID: String?
    /// How long the call may take, all attempts and the waits between them together; nil for what the client says.
    public let timeout: Duration?
    /// How often it is tried again; nil for what the client says.
    public let retry: RetrySchedule?
    /// Added to those of the client; of one name, these are sent.
    public let headers: HeaderFields
    /// Do it only to this version of the entity. Another version there is ``ServiceError/Kind/preconditionFailed``.
    public let ifMatch: ETag?
    /// Do it only when the entity is not this version. When it is, reading is ``ServiceError/Kind/notModified``, and
    /// writing is ``ServiceError/Kind/preconditionFailed``.
    public let ifNoneMatch: ETag?
    /// Under which the service does the same only once, so that a call which is not idempotent may be retried; nil for
    /// what the method does by itself.
    public let idempotencyKey: String?
    /// Called with how much of the bodies has been moved, of the attempt that is made. From any thread; must not block.
    public let onProgress: (@Sendable (TransferProgress) -> Void)?
    /// What the caller says to the client's policies; they find it in ``ServiceCall/context``.
    public let context: CallContext

    /// Options, each with the default that suits most calls.
    public init(
        requestID: String? = nil, timeout: Duration? = nil, retry: RetrySchedule? = nil,
        headers: HeaderFields = HeaderFields(), ifMatch: ETag? = nil, ifNoneMatch: ETag? = nil,
        idempotencyKey: String? = nil, onProgress: (@Sendable (TransferProgress) -> Void)? = nil,
        context: CallContext = CallContext()
    ) {
        self.requestID = requestID
        self.timeout = timeout
        self.retry = retry
        self.headers = headers
        self.ifMatch = ifMatch
        self.ifNoneMatch = ifNoneMatch
        self.idempotencyKey = idempotencyKey
        self.onProgress = onProgress
        self.context = context
    }

    /// These options with what is given here; what is nil stays as it is.
    public func with(
        requestID: String? = nil, timeout: Duration? = nil, retry: RetrySchedule? = nil, headers: HeaderFields? = nil,
        ifMatch: ETag? = nil, ifNoneMatch: ETag? = nil, idempotencyKey: String? = nil,
        onProgress: (@Sendable (TransferProgress) -> Void)? = nil, context: CallContext? = nil
    ) -> RequestOptions {
        RequestOptions(
            requestID: requestID ?? self.requestID, timeout: timeout ?? self.timeout, retry: retry ?? self.retry,
            headers: headers ?? self.headers, ifMatch: ifMatch ?? self.ifMatch,
            ifNoneMatch: ifNoneMatch ?? self.ifNoneMatch, idempotencyKey: idempotencyKey ?? self.idempotencyKey,
            onProgress: onProgress ?? self.onProgress, context: context ?? self.context)
    }

    /// These options for one of the requests of a method that makes several: its name stands behind the request id and the
    /// idempotency key, and the conditions, which are about the entity of another request, are gone.
    ///
    /// ```swift
    /// let options = RequestOptions(ifMatch: ETag(rawValue: "\"3\""), idempotencyKey: "k-1")
    /// let second = options.step("publish")
    /// print(second.idempotencyKey ?? "", second.ifMatch == nil)     // k-1/publish true
    /// ```
    public func step(_ name: String) -> RequestOptions {
        RequestOptions(
            requestID: requestID.map { "\($0)/\(name)" }, timeout: timeout, retry: retry, headers: headers,
            idempotencyKey: idempotencyKey.map { "\($0)/\(name)" }, onProgress: onProgress, context: context)
    }
}
