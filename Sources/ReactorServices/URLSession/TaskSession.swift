import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session and what hears it. It ends when nobody holds it, so nothing can be sent over a session that was ended.
final class TaskSession: Sendable {
    private let session: URLSession
    private let delegate: SessionDelegate

    var pinning: CertificatePinning? { delegate.pinning }

    /// A session, which keeps its connections for the next of its requests.
    init(pinning: CertificatePinning?) {
        delegate = SessionDelegate(pinning: pinning)
        session = URLSession(configuration: .bare, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    #if canImport(FoundationNetworking)
        /// Whether a request is not sent over connections that others have used.
        ///
        /// When such a connection dies while it is used, Foundation on Linux sends the request again by itself, whatever
        /// its method, and hangs where it would have to send a body again.
        static func isForOne(_ request: Request) -> Bool {
            !request.method.isSafe || request.body.length != 0
        }
    #endif

    /// Sends `request` once, and gives back its answer, a redirecting one too.
    func send(_ request: Request, _ upload: Upload) async throws -> Response {
        let task = upload.task(in: session, for: URLRequest(request))
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                delegate.listen(to: task, for: request, continuation)
                // Cancelled before it was listened to: nobody was notified.
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
