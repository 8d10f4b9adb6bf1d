extension Errors {
    /// A condition of `sim.expect` was false.
    static func expectationFailed(at site: String, _ comment: String) -> String {
        "\(site): what is expected does not hold" + (comment.isEmpty ? "." : ": \(comment)")
    }

    /// The body of the check, or a task that it started, threw.
    static func threw(_ error: any Error) -> String { "it threw \(type(of: error)): \(error)" }

    /// The body waits for something that no turn and no time brings.
    static func stalled(waiting: [String]) -> String {
        """
        nothing is ready, no time is waited for, and the body has not returned.
        \(open(waiting))
        What it waits for never happens, or happens outside of the simulation: in a bare Task, on a Dispatch queue, on the \
        main actor, by the system's clock. Start tasks with sim.start, wait with sim.clock, give cores sim.runtime.
        """
    }

    /// A command, a call or a task goes on after the body has returned.
    static func unfinished(_ unfinished: [String]) -> String {
        """
        the body has returned and faults are off, yet not everything has ended.
        \(open(unfinished))
        Let it end, or cancel it, or close its core at the end of the body.
        """
    }

    /// What is under way when a run does not end.
    private static func open(_ unfinished: [String]) -> String {
        unfinished.isEmpty
            ? "Nothing else is under way."
            : "Under way:\n" + unfinished.map { "  \($0)" }.joined(separator: "\n")
    }

    /// A core is closed at the end of a run, and its executor does not come to it.
    static let doesNotAnswer = "the core does not answer"

    /// More turns than `SimulationOptions.turnLimit`.
    static func restless(turns: Int) -> String {
        """
        no rest after \(turns) turns. Something goes on for ever: see the last lines below. Cancel it, or close its core, \
        at the end of the body; or raise SimulationOptions.turnLimit.
        """
    }

    /// Something outside of the simulation called back into it.
    static func arrivedLate(_ count: Int) -> String {
        """
        \(count == 1 ? "something" : "\(count) times something") became ready from another thread: a bare Task, a Dispatch \
        queue, the main actor or the system's clock is in use, and the seed does not decide about it. Start tasks with \
        sim.start, wait with sim.clock, give cores sim.runtime.
        """
    }

    /// A seed is run twice, and the two runs differ.
    static func notRepeatable(_ parting: (String, String)?) -> String {
        let lines = parting.map { "\n  once:  \($0.0)\n  again: \($0.1)" } ?? ""
        return """
            two runs of the seed differ.\(lines)
            Something is not decided by the seed: the system's clock, a random number, an address, or the order of a Set or \
            a Dictionary (sort it, or run with SWIFT_DETERMINISTIC_HASHING=1 to see whether it is that).
            """
    }

    /// The shrunk run is run once more to be shown.
    static let failedOnce = "It did not fail again: something is not decided by the seed."

    /// `sometimes` names a case that no seed has come to.
    static func neverReached(_ cases: [String], seeds: Int) -> String {
        """
        none of \(seeds) seeds has reached: \(cases.joined(separator: "; ")). Run more seeds, or let the body come to it \
        more often.
        """
    }

    /// `SIM_SEED` in the environment is neither a seed nor a script.
    static func unreadableScript(_ text: String) -> String {
        "SIM_SEED is '\(text)', which is no script. Give it a seed, or what a failure printed: "
            + "'17 steps=2,4 faults=weights.add#1 turns=9'."
    }

    static func refusedCall(_ call: String) -> String { "\(call) was refused" }
    /// `SimulatedFault.timedOut`: the request or the answer was lost.
    static func timedOutCall(_ call: String) -> String { "\(call) was not answered in time" }

    /// In the history of a run: how a call ended for its caller.
    static func ended<Answer>(_ result: Result<Answer, any Error>) -> String {
        switch result {
        case .success: "is answered"
        case .failure(is CancellationError): "is given up by its caller"
        case .failure(let error): "fails: \(error)"
        }
    }
}

extension Errors {
    /// In a failure: from what, to what, and in how many runs.
    static func shrunk(from run: SimulationRun, to least: SimulationRun, runs: Int) -> String {
        func parts(_ run: SimulationRun) -> String {
            let steps = (0..<run.steps).filter { run.script.keepsStep($0 + 1) }.count
            return "\(steps) steps, \(run.faults.count) faults, \(run.reordered.count) turns out of order"
        }
        let values = least.values.map { value in
            let before = run.values.first { $0.id == value.id }?.value
            return "\(value.id) \(before == value.value ? "" : before.map { "\($0) → " } ?? "")\(value.value)"
        }
        let drawn = values.isEmpty ? "" : "; drawn: \(values.joined(separator: ", "))"
        return "shrunk in \(runs) runs from \(parts(run)) to \(parts(least))\(drawn)"
    }

    /// `SimulationFailure`: the first seed that failed, with the least that still fails.
    static func failed(_ failure: SimulationFailure) -> String {
        let shown = failure.interleaving.suffix(linesShown)
        let left = failure.interleaving.count - shown.count
        let lines = (left > 0 ? ["  … \(left) lines before"] : []) + shown.map { "  \($0)" }
        let shrinking = failure.shrinking.isEmpty ? "" : "\n\(failure.shrinking)"
        let lanes = failure.lanes.text.map { "\n\(laneKey)\n\($0)" } ?? ""
        return """
            \(failure.site): seed \(failure.seed) failed: \(failure.problem)\(shrinking)
            what happens:
            \(lines.joined(separator: "\n"))\(lanes)
            run it again, the test alone, with SIM_SEED='\(failure.script)'; the whole of it with SIM_SEED=\(failure.seed)
            """
    }

    /// In a failure: above a drawing of what overlaps.
    private static let laneKey =
        "as lanes, a column for each line ([ a call, ! one with a fault, > it arrives, ] answered, x failed, * the rest):"

    private static let linesShown = 200
}

extension Errors {
    /// A time of a simulation, as it stands in front of a line.
    static func time(_ nanoseconds: Int64) -> String {
        let text = span(nanoseconds)
        return String(repeating: " ", count: max(0, 12 - text.count)) + text
    }

    /// Nanoseconds as milliseconds with three digits behind the point.
    static func span(_ nanoseconds: Int64) -> String {
        let digits = String(nanoseconds / 1_000 % 1_000)
        let zeros = String(repeating: "0", count: 3 - digits.count)
        return "\(nanoseconds / 1_000_000).\(zeros)\(digits) ms"
    }
}
