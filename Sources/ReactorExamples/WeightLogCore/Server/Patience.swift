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
        var isOver: @Sendable () -> Void = {}
    }

    private let network: any NetworkAdapter
    private let watch: Locked<Watch>
    /// The reason why the last attempt failed.
    package let trouble = Trouble()

    package init(_ network: any NetworkAdapter, _ patience: Patience = .long) {
        self.network = network
        watch = Locked(Watch(patience: patience))
    }

    /// Sets the closure that is called when patience is over.
    func whenOver(_ isOver: @escaping @Sendable () -> Void) { watch.withLock { $0.isOver = isOver } }

    /// Counts failures from zero.
    func begin(_ patience: Patience) { watch.withLock { $0.patience = patience } }

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
        let (isListening, isOver) = watch.withLock { watch in
            guard watch.isListening else { return (false, nil as (@Sendable () -> Void)?) }
            return (true, watch.patience.isOver(after: ending) ? watch.isOver : nil)
        }
        guard isListening else { return }
        trouble.heard(ending)
        isOver?()
    }
}

/// Why the last attempt that failed did, for a person who wonders.
package final class Trouble: Sendable {
    private let last = Locked<String?>(nil)

    /// Nil when no attempt has failed.
    package var text: String? { last.withLock { $0 } }

    /// An attempt has ended.
    func heard(_ ending: Result<Response, any Error>) {
        let heard: String? =
            switch ending {
            case .success(let response) where Patience.isPassing(response.status):
                Self.answer(response.status, response.retryAfter)
            case .failure(let error as GatewayError): "\(error)"
            default: nil
            }
        guard let heard else { return }
        last.withLock { $0 = heard }
    }

    /// Nothing is attempted, since the server asked for that before.
    func heard(pause: Duration) {
        last.withLock { $0 = "The server wants to be left alone for \(Self.seconds(of: pause)) more." }
    }

    private static func answer(_ status: Int, _ pause: Duration?) -> String {
        let wish = pause.map { ", and wants to be left alone for \(seconds(of: $0))" }
        return "The server answered \(status)\(wish ?? "")."
    }

    private static func seconds(of pause: Duration) -> String {
        let (seconds, rest) = pause.components
        return Int(seconds + (rest > 0 ? 1 : 0)).counted("second")
    }
}
