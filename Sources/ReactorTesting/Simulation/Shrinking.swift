/// The search for the smallest script that fails in the same way: first without steps, then without faults, then with smaller
/// values, then with fewer reordered turns.
struct Shrinking {
    private(set) var best: SimulationRun
    private(set) var runs = 0
    private let kind: String
    private let options: SimulationOptions
    private let body: SimulationRun.Body

    init(_ failed: SimulationRun, kind: String, _ options: SimulationOptions, _ body: @escaping SimulationRun.Body) {
        best = failed
        self.kind = kind
        self.options = options
        self.body = body
    }

    mutating func shrink() async {
        await shrinkSteps()
        await shrink(best.faults) { $0.faults = Set($1) }
        await shrinkValues()
        await shrink(best.reordered) { $0.turns = Set($1) }
    }

    /// Replaces each value with the smallest one that still fails, as found among the few smallest values and by halving.
    private mutating func shrinkValues() async {
        for id in best.values.map(\.id) {
            guard let drawn = best.values.first(where: { $0.id == id }), drawn.value != drawn.least else { continue }
            // The run fails with `failing` and does not fail with `passing`.
            var (passing, failing) = (drawn.least, drawn.value)
            let step = (failing - passing).signum()
            if await failsNearLeast(drawn.least, step, upTo: failing, as: id) { continue }
            passing += step * min(Self.few, Int(clamping: (failing - passing).magnitude) - 1)
            while (failing - passing).magnitude > 1 && runs < options.shrinkingRuns {
                let middle = passing + (failing - passing) / 2
                if await fails(with: middle, as: id) { failing = middle } else { passing = middle }
            }
        }
    }

    /// The number of smallest values to try, because halving misses failures such as those of every second number.
    private static let few = 3

    private mutating func failsNearLeast(_ least: Int, _ step: Int, upTo value: Int, as id: String) async -> Bool {
        for number in 0...Self.few where (value - least).magnitude > UInt(number) {
            if await fails(with: least + step * number, as: id) { return true }
        }
        return false
    }

    private mutating func fails(with value: Int, as id: String) async -> Bool {
        await fails(keeping: [value], 1) { script, values in script.values[id] = values.first }
    }

    /// Leaves steps out. This changes which events overlap, so a few other orders are tried, too.
    private mutating func shrinkSteps() async {
        let performed = (0..<best.steps).map { $0 + 1 }.filter(best.script.keepsStep)
        await shrink(performed, orders: 4) { $0.steps = Set($1) }
    }

    /// Leaves out as many parts as possible: all of them, halves, smaller groups, single parts.
    private mutating func shrink<Part>(
        _ parts: [Part], orders: Int = 1, _ keep: (inout SimulationScript, [Part]) -> Void
    ) async {
        guard !parts.isEmpty else { return }
        var kept = parts
        if await fails(keeping: [], orders, keep) { return }
        var length = max(1, kept.count / 2)
        while true {
            var start = 0
            var hasShrunk = false
            while start < kept.count {
                var fewer = kept
                fewer.removeSubrange(start..<min(start + length, kept.count))
                if await fails(keeping: fewer, orders, keep) {
                    kept = fewer
                    hasShrunk = true
                } else {
                    start += length
                }
            }
            if runs >= options.shrinkingRuns || length == 1 && !hasShrunk { return }
            if length > 1 { length /= 2 }
        }
    }

    private mutating func fails<Part>(
        keeping parts: [Part], _ orders: Int, _ keep: (inout SimulationScript, [Part]) -> Void
    ) async -> Bool {
        for order in best.script.order..<best.script.order + orders where runs < options.shrinkingRuns {
            runs += 1
            var script = best.script
            script.order = order
            keep(&script, parts)
            let run = await SimulationRun(script, options, body)
            guard run.problem?.kind == kind else { continue }
            best = run
            return true
        }
        return false
    }
}
