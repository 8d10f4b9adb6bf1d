/// One row of the table of targets, or a few that are measured together.
protocol Row {
    /// The measurement in a few words; `--only` searches it.
    var title: String { get }

    /// Measures it.
    func measure(_ effort: Effort) async throws -> [Finding]
}

/// The effort of a measurement.
struct Effort {
    /// The number of repetitions.
    let rounds: Int
    /// The divisor of the numbers of events.
    let divisor: Int

    static let full = Effort(rounds: 11, divisor: 1)
    static let quick = Effort(rounds: 3, divisor: 10)

    func events(_ count: Int) -> Int { count / divisor }
}

/// The result for one target.
struct Finding {
    enum Verdict: String {
        case met, missed = "MISSED", reported = "–", skipped
    }

    let row: String
    let measured: String
    let target: String
    let verdict: Verdict

    init(_ row: String, measured: String, target: String, _ verdict: Verdict) {
        self.row = row
        self.measured = measured
        self.target = target
        self.verdict = verdict
    }

    /// A ratio that is to be at most `limit`.
    init(_ row: String, ratio: Double, atMost limit: Double, _ detail: String) {
        self.init(
            row, measured: "\(ratio.formatted(2))× (\(detail))", target: "≤ \(limit.formatted(2))×",
            ratio <= limit ? .met : .missed)
    }
}

extension Double {
    /// With this number of digits after the decimal point.
    func formatted(_ digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = (magnitude * scale).rounded()
        guard scaled < 1e15 else { return "\(self)" }
        let whole = Int(scaled) / Int(scale)
        let sign = self < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return sign + whole.grouped }
        let fraction = String(Int(scaled) % Int(scale))
        return "\(sign)\(whole.grouped).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }
}

extension Int {
    /// With commas between the thousands.
    var grouped: String {
        var digits = Array(String(magnitude))
        var position = digits.count - 3
        while position > 0 {
            digits.insert(",", at: position)
            position -= 3
        }
        return (self < 0 ? "-" : "") + String(digits)
    }
}
