import Foundation
import ReactorServices

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests over `URLSession`.
///
/// ```swift
/// import ReactorServices
/// let network = URLSessionNetworkAdapter()
/// let gateway = JsonGateway(baseURL: try BaseURL("https://api.example.com"), network: network)
/// ```
///
/// It keeps nothing: no cookies, no cache, no credentials. Redirects are its own, so bodies and methods are kept as HTTP
/// says and credentials do not leave their origin. Timeouts are the gateway's. A streamed body that is no file is first
/// written to a temporary file, so memory stays small whatever the size.
///
/// `URLSession` sends no body with a `GET`; a request that has one is refused (``GatewayError/bodyNotAllowed(method:)``).
public final class URLSessionNetworkAdapter: NetworkAdapter {
    private let session: URLSession
    private let delegate: SessionDelegate

    public convenience init() { self.init(pinning: nil) }

    private init(pinning: CertificatePinning?) {
        delegate = SessionDelegate(pinning: pinning)
        session = URLSession(configuration: .bare, delegate: delegate, delegateQueue: nil)
    }

    // Sending holds the adapter, so nothing can be sent over a session that was ended here.
    deinit { session.finishTasksAndInvalidate() }

    /// An adapter with a session of its own that talks only to servers showing one of these certificates or keys.
    ///
    /// - Throws: ``GatewayError/pinningUnsupported`` on systems other than Apple's.
    public func pinned(by pinning: CertificatePinning) throws -> any NetworkAdapter {
        #if canImport(Darwin)
            URLSessionNetworkAdapter(pinning: pinning)
        #else
            throw GatewayError.pinningUnsupported
        #endif
    }

    /// Sends `request`, following its redirects.
    ///
    /// - Throws: ``GatewayError``, `CancellationError`, or what reading a streamed body throws.
    public func send(_ request: Request) async throws -> Response {
        var rules = RedirectRules()
        var request = request
        while true {
            let response = try await sendOnce(request)
            guard let next = try rules.next(after: response, to: request) else { return response }
            request = next
        }
    }

    private func sendOnce(_ request: Request) async throws -> Response {
        // Without a certificate there is nothing to look at.
        if delegate.pinning != nil, request.base.origin.scheme != "https" {
            throw GatewayError.certificateRefused(host: request.base.origin.host)
        }
        if request.method == .get, request.body.length != 0 { throw GatewayError.bodyNotAllowed(method: "GET") }
        let upload = try await Upload(request.body)
        defer { upload.discard() }
        try Task.checkCancellation()
        let task = upload.task(in: session, for: URLRequest(request))
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                delegate.listen(to: task, for: request, continuation)
                // Cancelled before it was listened to: nobody was told.
                if Task.isCancelled { delegate.cancel(task) }
                delegate.start(task)
            }
        } onCancel: {
            delegate.cancel(task)
            task.cancel()
        }
    }
}

extension URLSessionConfiguration {
    /// Keeps nothing, and waits for as long as it is let.
    fileprivate static var bare: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        // How many are sent at once is the gateway's to decide.
        configuration.httpMaximumConnectionsPerHost = 64
        configuration.timeoutIntervalForRequest = longestWait
        configuration.timeoutIntervalForResource = longestWait
        return configuration
    }

    /// A week, in seconds: the system's timeouts are too coarse to be used, so they never come first.
    fileprivate static let longestWait: TimeInterval = 604_800
}

extension URLRequest {
    fileprivate init(_ request: Request) {
        self.init(url: request.url)
        httpMethod = request.method.rawValue
        timeoutInterval = URLSessionConfiguration.longestWait
        for field in request.headers.fields { addValue(field.value, forHTTPHeaderField: field.name) }
    }
}
