/// Decides whether an attempt is followed by another, and when. Pure: it draws no number and reads no clock.
struct RetryMachine: Sendable {
    /// What to do after an attempt.
    enum Decision: Hashable, Sendable {
        /// Hand over what came, be it an answer or an error.
        case finish
        /// Wait so long, then try again.
        case retry(after: Duration)
    }

    /// The answers that another attempt may change.
    static let transientStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

    private let options: RetryOptions
    private let isRepeatable: Bool
    /// How many attempts have ended.
    private(set) var attempts = 0

    /// - Parameter isRepeatable: Whether sending the request twice does what sending it once does.
    init(options: RetryOptions, isRepeatable: Bool) {
        self.options = options
        self.isRepeatable = isRepeatable
    }

    /// Takes note of the end of an attempt.
    ///
    /// - Parameter remaining: What is left of the call's time; a wait that would use it up is not begun.
    /// - Parameter random: Where in the range of possible waits this one lies.
    mutating func ended(_ end: AttemptEnd, remaining: Duration? = nil, random: UInt64) -> Decision {
        attempts += 1
        guard isRepeatable, attempts <= options.retries else { return .finish }
        let wait: Duration
        switch end {
        case .hopeless: return .finish
        case .answered(let status, _) where !Self.transientStatuses.contains(status): return .finish
        case .answered(_, .some(let asked)):
            guard asked <= options.cap else { return .finish }
            wait = asked
        case .answered, .unanswered: wait = options.backoff.delay(afterFailures: attempts, random: random)
        }
        if let remaining, wait >= remaining { return .finish }
        return .retry(after: wait)
    }
}
