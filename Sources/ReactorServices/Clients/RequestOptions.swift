/// What can be said about a single call of a service.
///
/// ```swift
/// let careful = RequestOptions(timeout: .seconds(5), retry: .never, ifMatch: ETag(rawValue: "\"3\""))
/// ```
public struct RequestOptions: Sendable {
    /// What the call is called in logs, errors, and at the service; nil for a new one.
    package let requestID: String?
    /// How long the call may take, all attempts and the waits between them together; nil for what the client says.
    package let timeout: Duration?
    /// How often it is tried again; nil for what the client says.
    package let retry: RetrySchedule?
    /// Added to those of the client; of one name, these are sent.
    package let headers: HeaderFields
    /// Do it only to this version of the entity. Another version there is ``ServiceError/Reason/preconditionFailed``.
    package let ifMatch: ETag?
    /// Do it only when the entity is not this version. When it is, reading is ``ServiceError/Reason/notModified``, and
    /// writing is ``ServiceError/Reason/preconditionFailed``.
    package let ifNoneMatch: ETag?
    /// Under which the service does the same only once, so that a call which is not idempotent may be retried; nil for
    /// what the method does by itself.
    package let idempotencyKey: String?
    /// Called with how much of the bodies has been moved, of the attempt that is made. From any thread; must not block.
    package let onProgress: (@Sendable (TransferProgress) -> Void)?

    /// Options, each with the default that suits most calls.
    public init(
        requestID: String? = nil, timeout: Duration? = nil, retry: RetrySchedule? = nil,
        headers: HeaderFields = HeaderFields(), ifMatch: ETag? = nil, ifNoneMatch: ETag? = nil,
        idempotencyKey: String? = nil, onProgress: (@Sendable (TransferProgress) -> Void)? = nil
    ) {
        self.requestID = requestID
        self.timeout = timeout
        self.retry = retry
        self.headers = headers
        self.ifMatch = ifMatch
        self.ifNoneMatch = ifNoneMatch
        self.idempotencyKey = idempotencyKey
        self.onProgress = onProgress
    }
}
