/// A contestant of a comparison: does its work, checks it, and returns its cost.
struct Contestant {
    let name: String
    let run: () async throws -> Double
}

/// The costs of several contestants, in rounds: each contestant runs once per round, so that the load of the machine affects
/// all.
struct Rounds {
    private var costs: [String: [Double]] = [:]

    /// Runs `contestants` in rounds, each round beginning with another of them. A round before the first is not counted.
    init(_ count: Int, _ contestants: [Contestant]) async throws {
        for round in 0...count {
            for turn in contestants.indices {
                let contestant = contestants[(turn + round) % contestants.count]
                let cost = try await contestant.run()
                if round > 0 { costs[contestant.name, default: []].append(cost) }
            }
        }
    }

    /// The median cost of one contestant.
    subscript(name: String) -> Double { costs(of: name).median }

    /// The median over the rounds of the cost of one relative to that of another in the same round.
    func ratio(_ name: String, to base: String) -> Double {
        zip(costs(of: name), costs(of: base)).map { $0 / $1 }.median
    }

    /// The median over the rounds of the additional cost of one contestant compared with another in the same round.
    func difference(_ name: String, from base: String) -> Double {
        zip(costs(of: name), costs(of: base)).map { $0 - $1 }.median
    }

    private func costs(of name: String) -> [Double] {
        guard let costs = costs[name] else { preconditionFailure("Nobody called \(name) took part.") }
        return costs
    }
}

extension [Double] {
    /// The value in the middle of at least one.
    var median: Double { sorted()[count / 2] }
}

/// Nanoseconds for each of `count` things that `work` does.
func nanoseconds(each count: Int, _ work: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await work()
    return (ContinuousClock.now - start).nanoseconds / Double(count)
}

extension Duration {
    var nanoseconds: Double { Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9 }
}
