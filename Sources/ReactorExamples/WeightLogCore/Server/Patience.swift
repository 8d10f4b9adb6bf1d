import ReactorServices
import ReactorTerminal

/// When a server that is not there, or takes nothing, is left alone until the next time.
package struct Patience: Hashable, Sendable {
    /// The number of attempts in a row that may fail.
    let attempts: Int
    /// How long an attempt may take.
    package let timeout: Duration
    /// The longest that a server may ask to be left alone.
    let longestPause: Duration
    private var failures = 0

    init(attempts: Int, timeout: Duration, longestPause: Duration = .seconds(60)) {
        self.attempts = attempts
        self.timeout = timeout
        self.longestPause = longestPause
    }

    /// For pushes during another task of the user: a change that cannot be sent immediately can be sent later.
    package static let short = Patience(attempts: 1, timeout: .seconds(5), longestPause: .zero)
    /// For pushes that the user waits for.
    package static let long = Patience(attempts: 6, timeout: .seconds(30))

    /// An attempt has ended.
    ///
    /// - Returns: Whether it is over.
    mutating func isOver(after ending: Result<Response, any Error>) -> Bool {
        switch ending {
        case .success(let response):
            guard Self.isPassing(response.status) else {
                failures = 0
                return false
            }
            failures += 1
            return failures >= attempts || response.retryAfter.map { $0 > longestPause } ?? false
        // The next attempt would be shown the same.
        case .failure(let error as GatewayError) where error.kind == .certificateUntrusted: return true
        case .failure:
            failures += 1
            return failures >= attempts
        }
    }
}

extension Patience {
    /// Whether the queue tries again after this answer, as it does after every fault of a server's own.
    static func isPassing(_ status: Int) -> Bool {
        [302, 307].contains(status) || RetrySchedule.transientStatuses.contains(status) || (500..<600).contains(status)
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

    /// Counts failures from zero.
    func begin(_ patience: Patience) { watch.withLock { $0.patience = patience } }

    /// The reason why the last attempt failed, or nil if none has failed.
    package var trouble: String? { watch.withLock { $0.trouble } }

    /// Does not attempt anything: the server has asked an earlier process for a pause.
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
            // A weights server answers without a page. A captive portal answers every request with one, also with 200 or 403.
            if response.headers["Content-Type"].flatMap({ MediaType($0) }) == .html {
                throw GatewayError.connectionFailed(
                    host: request.url.host ?? "", reason: "the answer is a page; the network may ask for a sign-in")
            }
            heard(.success(response))
            return response
        } catch {
            // Also a cancelled attempt: an attempt whose time is up ends with it.
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
