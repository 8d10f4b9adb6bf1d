public import Reactor

/// The options of a single call.
///
/// ```swift
/// let careful = RequestOptions(timeout: .seconds(5), retry: .never, ifMatch: ETag(rawValue: "\"3\""))
/// ```
public struct RequestOptions: Sendable {
    /// The id of the call in logs, errors and requests. nil draws a new id.
    public let requestID: String?
    /// The time limit of the call, including all attempts and delays. nil uses the client's limit.
    public let timeout: Duration?
    /// The rules for further attempts. nil uses the client's rules.
    public let retry: RetryPolicy?
    /// Header fields that are added, and replace fields with the same name.
    public let headers: HeaderFields
    /// The only version of the entity on which the call is done. For another version, it fails with
    /// ``ServiceError/Kind/preconditionFailed``.
    public let ifMatch: ETag?
    /// The version of the entity on which the call is not done. For this version, reads fail with
    /// ``ServiceError/Kind/notModified``, and writes with ``ServiceError/Kind/preconditionFailed``.
    public let ifNoneMatch: ETag?
    /// The key that makes the call idempotent at the service, so that it can be retried. nil sends no key.
    public let idempotencyKey: String?
    /// A closure that receives the progress of the current attempt's bodies, on any thread. It must not block.
    public let onProgress: (@Sendable (TransferProgress) -> Void)?
    /// Values for the client's policies, which read them from ``ServiceCall/context``.
    public let context: CallContext

    /// Creates options. The defaults are suitable for most calls.
    public init(
        requestID: String? = nil, timeout: Duration? = nil, retry: RetryPolicy? = nil,
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

    /// Returns a copy of these options with the given values. nil preserves the current value.
    public func with(
        requestID: String? = nil, timeout: Duration? = nil, retry: RetryPolicy? = nil, headers: HeaderFields? = nil,
        ifMatch: ETag? = nil, ifNoneMatch: ETag? = nil, idempotencyKey: String? = nil,
        onProgress: (@Sendable (TransferProgress) -> Void)? = nil, context: CallContext? = nil
    ) -> RequestOptions {
        RequestOptions(
            requestID: requestID ?? self.requestID, timeout: timeout ?? self.timeout, retry: retry ?? self.retry,
            headers: headers ?? self.headers, ifMatch: ifMatch ?? self.ifMatch,
            ifNoneMatch: ifNoneMatch ?? self.ifNoneMatch, idempotencyKey: idempotencyKey ?? self.idempotencyKey,
            onProgress: onProgress ?? self.onProgress, context: context ?? self.context)
    }

    /// Returns the options for one of several requests of a method: with the name appended to the request id and the
    /// idempotency key, and without the conditions, which are for the entity of another request.
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

/// The version of an entity, as the service issued it.
public struct ETag: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The tag as it is sent, with its quotes.
    public let rawValue: String

    /// Creates a tag from its text, with its quotes.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A tag that matches every version.
    public static let any = ETag(rawValue: "*")

    public var description: String { rawValue }
}

extension MutableRequestProperties {
    func applying(_ options: RequestOptions) -> MutableRequestProperties {
        var request = self
        for field in options.headers.fields { request.headers.remove(field.name) }
        for field in options.headers.fields { request.headers.add(field) }
        if let tag = options.ifMatch { request.headers["If-Match"] = tag.rawValue }
        if let tag = options.ifNoneMatch { request.headers["If-None-Match"] = tag.rawValue }
        if let key = options.idempotencyKey { request.headers[ServiceHeader.idempotencyKey] = key }
        if let onProgress = options.onProgress { request.onProgress = onProgress }
        return request
    }
}
