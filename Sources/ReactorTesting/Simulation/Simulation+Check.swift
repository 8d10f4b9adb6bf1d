extension Simulation {
    /// Runs the body once for each seed, and stops at the first that fails.
    ///
    /// A run fails when the body throws or never returns, when something has not ended after it, when something came from
    /// outside, or when its two runs differ. The failure is shrunk before it is thrown.
    ///
    /// `SIM_SEED` in the environment, a seed or a script that a failure printed, takes the place of the seeds.
    ///
    /// - Throws: ``SimulationFailure``; ``NeverReached`` when a case of ``sometimes(_:_:)`` was reached by none of several
    ///   seeds; `CancellationError`.
    @discardableResult
    public static func check(
        seeds: some Sequence<UInt64>, options: SimulationOptions = SimulationOptions(), fileID: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @Sendable (Simulation) async throws -> Void
    ) async throws -> SimulationReport {
        let named = try scriptOfEnvironment()
        var report = SimulationReport()
        for script in named.map({ [$0] }) ?? seeds.map(SimulationScript.init) {
            try Task.checkCancellation()
            let run = await SimulationRun(script, options, body)
            report.add(run)
            let checking = Checking(site: "\(fileID):\(line)", seedsRun: report.seeds, options: options, body: body)
            try await checking.check(run)
            // Whoever else runs on this thread has a turn between two seeds.
            await Task.yield()
        }
        let missed = report.reached.filter { $0.value == 0 }.keys.sorted()
        if named == nil && report.seeds > 1 && !missed.isEmpty {
            throw NeverReached(cases: missed, seeds: report.seeds)
        }
        return report
    }

    private static func scriptOfEnvironment() throws -> SimulationScript? {
        guard let text = System.environment("SIM_SEED") else { return nil }
        guard let script = SimulationScript(text) else { throw UnreadableScript(text: text) }
        return script
    }
}

/// Whether one run was as it should be, and what to show if it was not.
private struct Checking {
    let site: String
    let seedsRun: Int
    let options: SimulationOptions
    let body: SimulationRun.Body

    func check(_ run: SimulationRun) async throws {
        if let problem = run.problem { throw await failure(run, problem) }
        guard options.runsTwice else { return }
        let again = await SimulationRun(run.script, options, body)
        if let problem = again.problem { throw await failure(again, problem) }
        if again.digest != run.digest { throw await notRepeatable(run) }
    }

    /// Shrinks, and runs the least once more to show what happens.
    private func failure(_ run: SimulationRun, _ problem: SimulationRun.Problem) async -> SimulationFailure {
        var shrinking = Shrinking(run, kind: problem.kind, options, body)
        await shrinking.shrink()
        let least = shrinking.best
        let again = await SimulationRun(least.script, options, isWritten: true, body)
        guard let last = again.problem, last.kind == problem.kind else {
            let text = "\(problem.text)\nThe shrunk run did not fail again: the seed does not decide everything."
            return failure(run, text, script: run.script, lines: again.lines, shrinking: "")
        }
        let shrunk = least.shrunk(from: run, runs: shrinking.runs)
        return failure(run, last.text, script: least.script, lines: again.lines, shrinking: shrunk)
    }

    private func failure(
        _ run: SimulationRun, _ problem: String, script: SimulationScript, lines: [HistoryLine], shrinking: String
    ) -> SimulationFailure {
        SimulationFailure(
            seed: run.script.seed, seedsRun: seedsRun, problem: problem, script: script,
            interleaving: lines.map(\.description), site: site, shrinking: shrinking, lanes: SimulationLanes(lines))
    }

    /// Writes two more runs, and where they part.
    private func notRepeatable(_ run: SimulationRun) async -> SimulationFailure {
        let one = await SimulationRun(run.script, options, isWritten: true, body).lines
        let other = await SimulationRun(run.script, options, isWritten: true, body).lines
        let pairs = zip(one.map(\.description), other.map(\.description))
        let lines = pairs.first { $0 != $1 }.map { "\n  once:  \($0.0)\n  again: \($0.1)" } ?? ""
        let problem = """
            two runs of the seed differ.\(lines)
            The seed does not decide everything: the code uses the system's clock, a random number, an address, or the order of a \
            Set or a Dictionary. Sort it, or run with SWIFT_DETERMINISTIC_HASHING=1 to find out whether the order is the cause.
            """
        let index = pairs.prefix { $0 == $1 }.count
        return failure(run, problem, script: run.script, lines: Array(one.prefix(index + 1)), shrinking: "")
    }
}

/// How seeds are checked.
public struct SimulationOptions: Sendable {
    /// How many of a hundred turns are held up, as on a slow or busy processor.
    public var slowness: Int
    /// Whether each seed is run twice and has to happen alike both times.
    public var runsTwice: Bool
    /// After how many turns a run is given up that comes to no rest.
    public var turnLimit: Int
    /// How many runs shrinking a failure may take.
    public var shrinkingRuns: Int

    /// Options, each with the default that suits a test.
    public init(
        slowness: Int = 10, runsTwice: Bool = true, turnLimit: Int = 100_000, shrinkingRuns: Int = 500
    ) {
        self.slowness = slowness
        self.runsTwice = runsTwice
        self.turnLimit = turnLimit
        self.shrinkingRuns = shrinkingRuns
    }
}

/// What a check has run.
public struct SimulationReport: Sendable, Hashable {
    /// The digest of each seed's history, in the order of the seeds: equal in every process.
    package private(set) var digests: [UInt64] = []
    /// How many turns were run, each seed counted once.
    public private(set) var turns = 0
    /// By how many seeds each case was reached that is reached sometimes.
    public private(set) var reached: [String: Int] = [:]

    /// How many seeds were run.
    public var seeds: Int { digests.count }

    /// One number for all that happened.
    package var digest: UInt64 {
        var all = History(isWritten: false)
        for digest in digests { all.mix(digest) }
        return all.digest
    }

    mutating func add(_ run: SimulationRun) {
        digests.append(run.digest)
        turns += run.turns
        for (name, isReached) in run.reached { reached[name, default: 0] += isReached ? 1 : 0 }
    }
}

extension SimulationRun {
    /// The text about this run, shrunk from another one.
    fileprivate func shrunk(from run: SimulationRun, runs: Int) -> String {
        let drawn = values.map { value in
            let before = run.values.first { $0.id == value.id }?.value
            return "\(value.id) \(before == value.value ? "" : before.map { "\($0) → " } ?? "")\(value.value)"
        }
        let values = drawn.isEmpty ? "" : "; drawn: \(drawn.joined(separator: ", "))"
        return "shrunk in \(runs) runs from \(run.size) to \(size)\(values)"
    }

    private var size: String {
        let kept = (0..<steps).filter { script.keepsStep($0 + 1) }.count
        return "\(kept) steps, \(faults.count) faults, \(reordered.count) turns out of order"
    }
}
