/// Sends one request over whatever connects to the world, and gives back what was answered.
///
/// A gateway asks it for each request, and for each redirect that it follows; never for more than its `maxActiveRequests` at
/// a time.
///
/// An adapter
/// - gives every status back as a ``Response``; only what is no answer is an error,
/// - streams a ``RequestBody/stream(_:)`` chunk by chunk, and calls ``MutableRequestProperties/onProgress``,
/// - gives the body of a successful answer to ``MutableRequestProperties/onBody`` where there is one, and gathers nothing then,
/// - sends once: a redirect is an answer, which the gateway follows, so that no credentials go to another origin,
/// - gives up on an answer larger than ``MutableRequestProperties/answerLimit`` (``GatewayError/answerTooLarge(status:limit:type:)``),
/// - ends promptly with `CancellationError` when its task is cancelled,
/// - puts no header value, no query value and nothing of a body into an error.
public protocol NetworkAdapter: Sendable {
    /// Sends `request`.
    ///
    /// - Throws: ``GatewayError``, `CancellationError`, or what reading a streamed body throws.
    func send(_ request: Request) async throws -> Response

    /// This adapter, talking only to servers that show one of these certificates or keys.
    ///
    /// - Throws: ``GatewayError`` where it cannot see them; that is what it does by default.
    func pinned(by pinning: CertificatePinning) throws -> any NetworkAdapter
}
