import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session and its delegate. It is invalidated when it is released, so that no task is sent over an invalidated
/// session.
final class TaskSession: Sendable {
    private let session: URLSession
    private let delegate: SessionDelegate

    var pinning: CertificatePinning? { delegate.pinning }

    init(pinning: CertificatePinning?) {
        delegate = SessionDelegate(pinning: pinning)
        session = URLSession(configuration: .bare, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    #if canImport(FoundationNetworking)
        /// Whether a request requires a new connection.
        ///
        /// If a reused connection dies, Foundation on Linux repeats the request automatically, whatever its method, and
        /// hangs if it would have to send a body again.
        static func isForOne(_ request: Request) -> Bool {
            !request.method.isSafe || request.body.length != 0
        }
    #endif

    /// Sends `request` once, and returns the response, including a redirect.
    func send(_ request: Request, _ upload: Upload) async throws -> Response {
        let task = upload.task(in: session, for: URLRequest(request))
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                delegate.listen(to: task, for: request, continuation)
                // The handler does nothing if the task was cancelled before the transfer was added.
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
    /// A configuration without cookies, caches and credentials, and with the longest timeouts.
    fileprivate static var bare: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        // The gateway limits the number of requests in flight.
        configuration.httpMaximumConnectionsPerHost = 64
        configuration.timeoutIntervalForRequest = longestWait
        configuration.timeoutIntervalForResource = longestWait
        return configuration
    }

    /// A week, in seconds. The system's timeouts are not precise enough, so the gateway's timeouts must fire first.
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
