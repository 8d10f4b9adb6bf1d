/// A network adapter that uses `URLSession`.
///
/// ```swift
/// import ReactorServices
/// let network = URLSessionNetworkAdapter()
/// let gateway = JsonGateway(baseURL: try BaseURL("https://api.example.com"), network: network)
/// ```
///
/// The adapter stores no cookies, responses or credentials. The gateway follows redirects and applies timeouts. A
/// streamed body that is not a file is first written to a temporary file, so that memory use is independent of its
/// size. Files that a killed process left are removed by the next process.
///
/// A response is read as fast as it arrives. Bytes that ``MutableRequestProperties/onBody`` has not consumed wait in a
/// temporary file, except for the first megabyte, and do not delay other requests. Request a response that is larger
/// than the disk in parts, with `Range`.
///
/// `URLSession` does not send a body with a `GET`. Such a request is refused (``GatewayError/Kind/unsendable``).
///
/// On Linux:
///
/// - Foundation repeats a request automatically, or hangs, if a reused connection dies. Therefore, every request that
///   is not safe or has a body uses a new connection, which costs one more round trip, or two with TLS.
/// - Foundation cannot connect to a literal IPv6 address, such as `http://[::1]`. Such a request is refused
///   (``GatewayError/Kind/unsendable``). Host names with IPv6 addresses work.
///
/// > Warning: On Linux, a response that ends inside its header crashes the process in Foundation, for example when a
/// > server crashes. Use another ``NetworkAdapter`` in a program that must survive this.
///
/// > Warning: On Linux, a chunked response with a trailer (nginx's `add_trailer`) crashes the process in Foundation,
/// > which reads the trailer as a header. A request cannot prevent this. Use another ``NetworkAdapter``, or configure the
/// > server to send no trailers.
public final class URLSessionNetworkAdapter: NetworkAdapter {
    private let shared: TaskSession

    /// Creates an adapter with its own session, which trusts the certificates that the system trusts.
    public convenience init() { self.init(pinning: nil) }

    private init(pinning: CertificatePinning?) { shared = TaskSession(pinning: pinning) }

    /// Returns an adapter with its own session, which connects only to servers that present one of these certificates
    /// or keys.
    ///
    /// - Throws: ``GatewayError`` on systems other than Apple's.
    public func pinned(by pinning: CertificatePinning) throws -> any NetworkAdapter {
        #if canImport(Darwin)
            URLSessionNetworkAdapter(pinning: pinning)
        #else
            throw GatewayError.pinningUnsupported
        #endif
    }

    /// Sends `request`.
    ///
    /// - Throws: ``GatewayError``, `CancellationError`, or the error of a streamed body's source.
    public func send(_ request: Request) async throws -> Response {
        #if canImport(FoundationNetworking)
            // Foundation passes the address on without its brackets, and fails with error -1000.
            if request.base.origin.host.hasPrefix("[") {
                throw GatewayError.literalAddressUnsupported(host: request.base.origin.host)
            }
        #endif
        // Without TLS, there is no certificate to compare.
        if shared.pinning != nil, request.base.origin.scheme != "https" {
            throw GatewayError.certificateRefused(host: request.base.origin.host)
        }
        if request.method == .get, request.body.length != 0 { throw GatewayError.bodyNotAllowed(method: "GET") }
        let upload = try await Upload(request.body)
        // The temporary file must exist until it has been sent.
        defer { withExtendedLifetime(upload) {} }
        try Task.checkCancellation()
        return try await session(for: request).send(request, upload)
    }

    private func session(for request: Request) -> TaskSession {
        #if canImport(FoundationNetworking)
            if TaskSession.isForOne(request) { return TaskSession(pinning: nil) }
        #endif
        return shared
    }
}
