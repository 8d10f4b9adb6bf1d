extension Simulation {
    /// Runs the body once for each seed, and stops at the first failure.
    ///
    /// A run fails if the body throws or never returns, if work is still in progress after it, if a call came from outside of the
    /// simulation, or if two runs of the seed differ. The failure is shrunk before it is thrown.
    ///
    /// `SIM_SEED` in the environment replaces the seeds. Its value is a seed, or a script that a failure has printed.
    ///
    /// - Throws: ``SimulationFailure``; an error that lists the cases of ``sometimes(_:_:)`` that none of several seeds reached;
    ///   `CancellationError`.
    public static func check(
        seeds: some Sequence<UInt64>, options: SimulationOptions = SimulationOptions(), fileID: StaticString = #fileID,
        line: UInt = #line, _ body: @escaping @Sendable (Simulation) async throws -> Void
    ) async throws {
        _ = try await report(seeds: seeds, options: options, fileID: fileID, line: line, body)
    }

    /// Runs a check, and returns the digests of its histories.
    package static func report(
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
            // Other tasks on this thread can run between two seeds.
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

/// The check of one run, and the report of its failure.
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

    /// Shrinks the failure, and runs the smallest script again for its history.
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

    /// Records two more runs, and finds the first difference.
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

/// The options of a check of seeds.
public struct SimulationOptions: Sendable {
    /// The chance in percent that a turn is delayed, as on a slow or busy processor.
    public var slowness: Int
    /// Whether each seed runs twice and must have equal histories.
    public var runsTwice: Bool
    /// The number of turns after which a run that does not settle fails.
    public var turnLimit: Int
    /// The largest number of runs for shrinking a failure.
    public var shrinkingRuns: Int

    /// Creates options. The defaults suit a test.
    public init(
        slowness: Int = 10, runsTwice: Bool = true, turnLimit: Int = 100_000, shrinkingRuns: Int = 500
    ) {
        self.slowness = slowness
        self.runsTwice = runsTwice
        self.turnLimit = turnLimit
        self.shrinkingRuns = shrinkingRuns
    }
}

/// The result of a check.
package struct SimulationReport: Sendable, Hashable {
    /// The digest of each seed's history, in the order of the seeds. Digests are equal in every process.
    package private(set) var digests: [UInt64] = []
    /// The number of turns, with each seed counted once.
    package private(set) var turns = 0
    /// The number of seeds that reached each case of ``Simulation/sometimes(_:_:)``, by its name.
    package private(set) var reached: [String: Int] = [:]

    /// The number of seeds that were run.
    package var seeds: Int { digests.count }

    /// A digest of all histories.
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
    /// Returns the text about this run, which was shrunk from another run.
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
