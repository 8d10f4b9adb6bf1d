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
