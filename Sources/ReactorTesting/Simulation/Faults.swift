/// How a simulated service misbehaves: chances out of a hundred calls, and times.
public struct Faults: Sendable, Hashable {
    /// The service refuses; nothing was changed.
    var refused: Int
    /// The request gets lost; nothing was changed, and the caller hears of a timeout.
    var lostRequests: Int
    /// The answer gets lost: the service has done it, and the caller hears of a timeout.
    var lostAnswers: Int
    /// The request arrives twice, and is done twice; the caller gets the first answer.
    var duplicated: Int
    /// The answer is slow.
    var slow: Int
    /// The caller was cancelled before the request arrived, and the service does it all the same.
    var outlivesCaller: Int
    /// How long requests and answers are on their way.
    var latency: ClosedRange<Duration>
    /// The same for slow answers.
    var slowLatency: ClosedRange<Duration>
    /// When a caller stops waiting for what got lost.
    var timeout: Duration

    /// Faults, none unless given.
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

    /// Latencies, and nothing that fails.
    public static let none = Faults()

    /// Refuses, loses requests, is slow. A call that throws has changed nothing.
    public static let flaky = Faults(refused: 15, lostRequests: 5, slow: 10)

    /// Everything a network does: also loses answers, has requests arrive twice, and goes on for callers that gave up.
    public static let hostile = Faults(
        refused: 10, lostRequests: 5, lostAnswers: 5, duplicated: 5, slow: 10, outlivesCaller: 50)
}

/// What happens to one call of a service: drawn from the seed and the name of the call alone, so that leaving another
/// call out changes nothing here.
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

    init(_ random: SeededRandom, _ faults: Faults, isFaulty: Bool) {
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

/// What the caller of a simulated service gets when the seed lets a call fail.
public enum SimulatedFault: Error, Hashable, CustomStringConvertible {
    /// The service refused this call.
    case refused(String)
    /// No answer to this call came in time.
    case timedOut(String)

    public var description: String {
        switch self {
        case .refused(let call): "\(call) was refused"
        case .timedOut(let call): "\(call) timed out"
        }
    }
}
