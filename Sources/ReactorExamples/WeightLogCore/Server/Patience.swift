import Reactor
import ReactorServices
import ReactorTerminal

/// The limits after which a push to an unavailable server is stopped until the next time.
package struct Patience: Hashable, Sendable {
    /// The number of failed attempts in a row that ends patience.
    let attempts: Int
    /// The longest duration of an attempt.
    package let timeout: Duration
    /// The longest pause that a server may request.
    let longestPause: Duration
    private var failures = 0

    init(attempts: Int, timeout: Duration, longestPause: Duration = .seconds(60)) {
        self.attempts = attempts
        self.timeout = timeout
        self.longestPause = longestPause
    }

    /// The limits of a push during another task of the user. A change that cannot be sent immediately can be sent
    /// later.
    package static let short = Patience(attempts: 1, timeout: .seconds(5), longestPause: .zero)
    /// The limits of a push that the user waits for.
    package static let long = Patience(attempts: 6, timeout: .seconds(30))

    /// Counts the result of an attempt.
    ///
    /// - Returns: Whether patience is over.
    mutating func isOver(after ending: Result<Response, any Error>) -> Bool {
        switch ending {
        case .success(let response):
            guard Self.isPassing(response.status) else {
                failures = 0
                return false
            }
            failures += 1
            return failures >= attempts || response.retryAfter.map { $0 > longestPause } ?? false
        // Another attempt would receive the same certificate.
        case .failure(let error as GatewayError) where error.kind == .certificateUntrusted: return true
        case .failure:
            failures += 1
            return failures >= attempts
        }
    }
}

extension Patience {
    /// Whether the queue tries again after a response with this status, for example after every server error.
    static func isPassing(_ status: Int) -> Bool {
        [302, 307].contains(status) || RetryPolicy.transientStatuses.contains(status) || (500..<600).contains(status)
    }
}

/// A network that counts failed attempts, and reports when patience with the server is over.
package struct PatientNetwork: NetworkAdapter {
    private struct Watch {
        var patience: Patience
        var isListening = true
        var trouble: String?
        var isOver: @Sendable () -> Void = {}
    }

    private let network: any NetworkAdapter
    private let watch: Locked<Watch>
    package init(_ network: any NetworkAdapter, _ patience: Patience = .long) {
        self.network = network
        watch = Locked(Watch(patience: patience))
    }

    /// Sets the closure that is called when patience is over.
    func whenOver(_ isOver: @escaping @Sendable () -> Void) { watch.withLock { $0.isOver = isOver } }

    /// Sets the patience of the next push. Its count of failures is zero.
    func begin(_ patience: Patience) { watch.withLock { $0.patience = patience } }

    /// The description of the last failure or of the requested pause, or nil.
    package var trouble: String? { watch.withLock { $0.trouble } }

    /// Stores the pause that the server requested from an earlier process as the reason why no attempt is made.
    func wait(_ pause: Duration) {
        watch.withLock {
            $0.trouble = "The server asked for a pause of \(Int(pause.components.seconds).counted("second"))."
        }
    }

    /// Sets whether the results of attempts count.
    func listen(_ listens: Bool) { watch.withLock { $0.isListening = listens } }

    package func send(_ request: Request) async throws -> Response {
        do {
            let response = try await network.send(request)
            // A weights server never responds with a page. A captive portal always does, also with status 200 or 403.
            if response.headers["Content-Type"].flatMap({ MediaType($0) }) == .html {
                throw GatewayError.connectionFailed(
                    host: request.url.host ?? "", reason: "the answer is a page; the network may ask for a sign-in")
            }
            heard(.success(response))
            return response
        } catch {
            // A canceled attempt counts, too: an attempt that times out is canceled.
            heard(.failure(error))
            throw error
        }
    }

    private func heard(_ ending: Result<Response, any Error>) {
        let isOver: (@Sendable () -> Void)? = watch.withLock { watch in
            guard watch.isListening else { return nil }
            switch ending {
            case .success(let response) where Patience.isPassing(response.status):
                watch.trouble = "The server answered \(response.status)."
            case .failure(let error as GatewayError): watch.trouble = "\(error)"
            default: break
            }
            return watch.patience.isOver(after: ending) ? watch.isOver : nil
        }
        isOver?()
    }
}
