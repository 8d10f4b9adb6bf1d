import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

@Suite("The wait before another attempt")
struct BackoffTests {
    @Test("Equals a naive implementation, for any base, cap, attempt and random number")
    func model() {
        for seed in 0..<UInt64(Loops.always(200)) {
            var random = SeededRandom(seed: seed)
            for _ in 0..<20 {
                let (base, cap) = (random.duration(), random.duration())
                let (attempt, bits) = (random.number(in: 0...80), random.next())
                let backoff = Backoff(base: base, cap: cap)
                let naive = NaiveWait(base: base, cap: cap, attempt: attempt)
                #expect(backoff.ceiling(afterAttempt: attempt) == naive.longest, "seed \(seed): \(backoff), \(attempt)")
                let delay = backoff.delay(afterAttempt: attempt, random: bits)
                #expect(delay >= .zero && delay <= naive.longest, "seed \(seed): \(backoff), \(attempt), \(bits)")
                #expect(naive.isNear(delay, bits), "seed \(seed): \(backoff), \(attempt), \(bits): \(delay)")
            }
        }
    }

    @Test("Is finite for the largest cap and the largest number of attempts")
    func extremes() {
        let longest = Duration(secondsComponent: .max, attosecondsComponent: 0)
        let backoff = Backoff(base: .seconds(1), cap: longest)
        #expect(backoff.ceiling(afterAttempt: 63) == .seconds(Int64(1) << 62))
        for attempt in [64, 65, 1_000, .max] { #expect(backoff.ceiling(afterAttempt: attempt) == longest) }
        for attempt in [.min, -1, 0, 1] { #expect(backoff.ceiling(afterAttempt: attempt) == .seconds(1)) }
        #expect(Backoff(base: .zero).ceiling(afterAttempt: .max) == .zero)
        #expect(Backoff(base: longest, cap: .zero).ceiling(afterAttempt: 2) == .zero)
    }
}

/// The wait as one would write it down: doubled one by one in numbers that have no end here.
private struct NaiveWait {
    let longest: Duration

    init(base: Duration, cap: Duration, attempt: Int) {
        let (base, cap) = (max(0, base.attoseconds), max(0, cap.attoseconds))
        var wait = Double(base)
        var exact = base
        for _ in stride(from: 1, to: attempt, by: 1) {
            wait *= 2
            if wait <= Double(cap) { exact *= 2 }
        }
        longest = Duration(attoseconds: wait > Double(cap) ? cap : min(exact, cap))
    }

    /// Whether this is the fraction of the maximum wait that the bits specify, within the precision of a Double.
    func isNear(_ delay: Duration, _ bits: UInt64) -> Bool {
        let fraction = Double(bits >> 11) / 9_007_199_254_740_992
        let (wanted, given) = (Double(longest.attoseconds) * fraction, Double(delay.attoseconds))
        return abs(wanted - given) <= max(1, wanted * 1e-12)
    }
}

extension SeededRandom {
    /// Zero, negative values, and everything from an attosecond to years.
    fileprivate mutating func duration() -> Duration {
        if chance(5) { return .zero }
        let (length, power) = (Int128(number(in: 1...999)), below(24))
        let duration = Duration(attoseconds: (0..<power).reduce(length) { length, _ in length * 10 })
        return chance(5) ? .zero - duration : duration
    }
}
