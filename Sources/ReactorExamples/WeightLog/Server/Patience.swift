import ReactorServices
import ReactorTerminal

/// When a server that is not there, or takes nothing, is left alone until the next time.
struct Patience: Hashable, Sendable {
    /// How many attempts in a row may fail; with 0 there is none.
    let attempts: Int
    /// How long an attempt may take.
    let timeout: Duration
    /// The longest that a server may ask to be left alone.
    let longestPause: Duration
    private var failures = 0

    init(attempts: Int, timeout: Duration, longestPause: Duration = .seconds(60)) {
        self.attempts = attempts
        self.timeout = timeout
        self.longestPause = longestPause
    }

    /// Nothing is sent.
    static let none = Patience(attempts: 0, timeout: .zero)
    /// For pushes during another task of the user: a change that cannot be sent immediately can be sent later.
    static let short = Patience(attempts: 1, timeout: .seconds(5), longestPause: .zero)
    /// For pushes that the user waits for.
    static let long = Patience(attempts: 6, timeout: .seconds(30))

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

/// A network that says when patience with it is over.
struct PatientNetwork: NetworkAdapter {
    private let network: any NetworkAdapter
    private let patience: Locked<Patience>
    private let trouble: Trouble
    private let isListening = Locked(true)
    private let isOver: @Sendable () -> Void

    init(
        _ network: any NetworkAdapter, _ patience: Patience, _ trouble: Trouble, isOver: @escaping @Sendable () -> Void
    ) {
        self.network = network
        self.patience = Locked(patience)
        self.trouble = trouble
        self.isOver = isOver
    }

    func send(_ request: Request) async throws -> Response {
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
            // Also a cancelled attempt: that is how one ends whose time is up.
            heard(.failure(error))
            throw error
        }
    }

    /// Whether it matters how an attempt ends.
    func listen(_ listens: Bool) { isListening.withLock { $0 = listens } }

    private func heard(_ ending: Result<Response, any Error>) {
        guard isListening.withLock({ $0 }) else { return }
        trouble.heard(ending)
        if patience.withLock({ $0.isOver(after: ending) }) { isOver() }
    }
}
