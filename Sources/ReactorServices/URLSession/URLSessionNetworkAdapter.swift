/// Sends requests over `URLSession`.
///
/// ```swift
/// import ReactorServices
/// let network = URLSessionNetworkAdapter()
/// let gateway = JsonGateway(baseURL: try BaseURL("https://api.example.com"), network: network)
/// ```
///
/// It keeps nothing: no cookies, no cache, no credentials. Redirects and timeouts are the gateway's. A streamed body that is
/// no file is first written to a temporary file, so memory stays small whatever the size; what a killed process left of
/// these is removed when the next one begins.
///
/// `URLSession` sends no body with a `GET`; a request that has one is refused (``GatewayError/Kind/unsendable``).
///
/// On Linux Foundation repeats a request by itself, or hangs, when a connection that it keeps has died. So there every
/// request that is not safe or has a body has a connection of its own, which costs it one more round trip, over TLS two.
///
/// An answer is read as fast as it comes, whatever ``MutableRequestProperties/onBody`` makes of it: what a slow one has not taken
/// waits in a temporary file but for the first megabyte, and no other request waits with it. Ask for what is larger than
/// the disk in parts, by `Range`.
///
/// On Linux Foundation cannot connect to a literal IPv6 address, such as `http://[::1]`; such a request is refused
/// (``GatewayError/Kind/unsendable``). Host names with IPv6 addresses work.
///
/// > Warning: On Linux an answer that is cut inside its header ends the process, in Foundation: a server that dies is
/// > enough. A program that has to outlive its servers needs another ``NetworkAdapter`` there.
///
/// > Warning: On Linux an answer in chunks that ends with a trailer (nginx's `add_trailer`) ends the process: Foundation
/// > takes the trailer for a header. Nothing in a request prevents it. Talk to such a server through another
/// > ``NetworkAdapter``, or have it send no trailers.
public final class URLSessionNetworkAdapter: NetworkAdapter {
    private let shared: TaskSession

    /// An adapter with a session of its own that trusts the certificates that the system trusts.
    public convenience init() { self.init(pinning: nil) }

    private init(pinning: CertificatePinning?) { shared = TaskSession(pinning: pinning) }

    /// An adapter with a session of its own that talks only to servers showing one of these certificates or keys.
    ///
    /// - Throws: ``GatewayError`` on systems other than Apple's.
    public func pinned(by pinning: CertificatePinning) throws -> any NetworkAdapter {
        #if canImport(Darwin)
            URLSessionNetworkAdapter(pinning: pinning)
        #else
            throw GatewayError(.pinningUnsupported)
        #endif
    }

    /// Sends `request`.
    ///
    /// - Throws: ``GatewayError``, `CancellationError`, or what reading a streamed body throws.
    public func send(_ request: Request) async throws -> Response {
        #if canImport(FoundationNetworking)
            // Foundation passes the address on without its brackets, and says -1000 of it.
            if request.base.origin.host.hasPrefix("[") {
                throw GatewayError(.literalAddressUnsupported(host: request.base.origin.host))
            }
        #endif
        // Without a certificate there is nothing to look at.
        if shared.pinning != nil, request.base.origin.scheme != "https" {
            throw GatewayError.certificateRefused(host: request.base.origin.host)
        }
        if request.method == .get, request.body.length != 0 { throw GatewayError(.bodyNotAllowed(method: "GET")) }
        let upload = try await Upload(request.body)
        // Its file is there until it has been sent.
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
