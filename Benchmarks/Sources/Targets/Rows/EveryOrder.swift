import Explorations

/// The cost of an exploration of every order, in time of one processor.
struct EveryOrder: Row {
    let title = "an exploration of every order, states a minute and core"
    private static let wanted = 1_000_000.0

    func measure(_ effort: Effort) async throws -> [Finding] {
        let states = effort.events(200_000)
        var steps: [String: Int] = [:]
        let rounds = try await Rounds(
            min(effort.rounds, 5),
            Explored.allCases.map { explored in
                Contestant(name: explored.rawValue) {
                    let begun = processorTime()
                    steps[explored.rawValue] = try explored.explore(states: states)
                    return (processorTime() - begun).nanoseconds / Double(states)
                }
            })
        return Explored.allCases.map { explored in
            let rate = 60e9 / rounds[explored.rawValue]
            let each = Double(steps[explored.rawValue] ?? 0) / Double(states)
            let what =
                switch explored {
                case .fired: "events fired"
                case .predicted: "events fired and predicted, refreshes, reads"
                case .desk: "the same of an app of medium size"
                }
            return Finding(
                "\(title): \(what)",
                measured: "\(rate.formatted(0)) (\(states.grouped) states, \(each.formatted(1)) steps tried from each)",
                target: "≥ \(Self.wanted.formatted(0))", rate >= Self.wanted ? .met : .missed)
        }
    }
}
