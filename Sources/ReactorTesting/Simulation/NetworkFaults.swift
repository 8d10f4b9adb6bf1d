/// The faults of a simulated network: chances in percent of the calls, and times.
public struct NetworkFaults: Sendable, Hashable {
    /// The chance that the service refuses a request. Nothing is changed.
    var refused: Int
    /// The chance that a request is lost. Nothing is changed, and the caller receives a timeout.
    var lostRequests: Int
    /// The chance that a response is lost: the service has done the work, and the caller receives a timeout.
    var lostAnswers: Int
    /// The chance that a request arrives twice and is done twice. The caller receives the first response.
    var duplicated: Int
    /// The chance of a slow response.
    var slow: Int
    /// The chance that the service does the work although the caller was cancelled before the request arrived.
    var outlivesCaller: Int
    /// The time of a request, and of a response.
    var latency: ClosedRange<Duration>
    /// The time of a slow response.
    var slowLatency: ClosedRange<Duration>
    /// The time after which a caller stops waiting for a lost message.
    var timeout: Duration

    /// Creates faults. By default only latencies.
    public init(
        refused: Int = 0, lostRequests: Int = 0, lostAnswers: Int = 0, duplicated: Int = 0, slow: Int = 0,
        outlivesCaller: Int = 0, latency: ClosedRange<Duration> = .milliseconds(1) ... .milliseconds(50),
        slowLatency: ClosedRange<Duration> = .milliseconds(200) ... .seconds(3), timeout: Duration = .seconds(5)
    ) {
        self.refused = refused
        self.lostRequests = lostRequests
        self.lostAnswers = lostAnswers
        self.duplicated = duplicated
        self.slow = slow
        self.outlivesCaller = outlivesCaller
        self.latency = latency
        self.slowLatency = slowLatency
        self.timeout = timeout
    }

    /// Latencies without failures.
    public static let none = NetworkFaults()

    /// Refused and lost requests, and slow responses. A call that throws has changed nothing.
    public static let flaky = NetworkFaults(refused: 15, lostRequests: 5, slow: 10)

    /// All faults, which include lost responses, duplicated requests, and work for callers that were cancelled.
    public static let hostile = NetworkFaults(
        refused: 10, lostRequests: 5, lostAnswers: 5, duplicated: 5, slow: 10, outlivesCaller: 50)
}

/// The faults of one call of a service. They depend only on the seed and the name of the call, so leaving another call out does
/// not change them.
struct Fate {
    enum Fault: String {
        case refused = "refused"
        case lostRequest = "request lost"
        case lostAnswer = "answer lost"
        case duplicated = "arrives twice"
        case slow = "slow"
    }

    var fault: Fault?
    var outlivesCaller: Bool
    var requestLatency: Duration
    var answerLatency: Duration
    var duplicateLatency: Duration

    init(_ random: SeededRandom, _ faults: NetworkFaults, isFaulty: Bool) {
        var random = random
        let chances: [(Fault, Int)] = [
            (.refused, faults.refused), (.lostRequest, faults.lostRequests), (.lostAnswer, faults.lostAnswers),
            (.duplicated, faults.duplicated), (.slow, faults.slow),
        ]
        var rest = random.below(100)
        var fault: Fault?
        for (kind, chance) in chances where fault == nil {
            if rest < chance { fault = kind }
            rest -= chance
        }
        outlivesCaller = random.chance(faults.outlivesCaller)
        self.fault = isFaulty ? fault : nil
        requestLatency = random.duration(in: faults.latency)
        answerLatency = random.duration(in: self.fault == .slow ? faults.slowLatency : faults.latency)
        duplicateLatency = random.duration(in: faults.slowLatency)
    }
}

extension SeededRandom {
    mutating func duration(in range: ClosedRange<Duration>) -> Duration {
        .nanoseconds(number(in: range.lowerBound.inNanoseconds...range.upperBound.inNanoseconds))
    }
}

/// The error that a call of a simulated service throws if the seed lets it fail.
public enum SimulatedFault: Error, Hashable, CustomStringConvertible {
    /// The service refused this call.
    case refused(String)
    /// No response to this call arrived in time.
    case timedOut(String)

    public var description: String {
        switch self {
        case .refused(let call): "\(call) was refused."
        case .timedOut(let call): "\(call) timed out."
        }
    }
}
