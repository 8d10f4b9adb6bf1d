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
