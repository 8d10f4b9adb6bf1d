/// The failure of a seed, with the smallest script that still fails.
public struct SimulationFailure: Error, CustomStringConvertible {
    /// The seed.
    public let seed: UInt64
    /// The number of seeds that were run, including this one.
    package let seedsRun: Int
    package let problem: String
    /// The smallest script that still fails in this way, to be run with `SIM_SEED`.
    package let script: SimulationScript
    /// The history of the shrunk run.
    package let interleaving: [String]
    /// The check that failed.
    let site: String
    /// The sizes before and after shrinking, or an empty string.
    package let shrinking: String
    var lanes = SimulationLanes([])

    public var description: String {
        let shown = interleaving.suffix(200)
        let left = interleaving.count - shown.count
        let lines = (left > 0 ? ["  … \(left) lines before"] : []) + shown.map { "  \($0)" }
        let lanes = lanes.text.map { "\n\(Self.legend)\n\($0)" } ?? ""
        return """
            \(site): seed \(seed) failed: \(problem)\(shrinking.isEmpty ? "" : "\n\(shrinking)")
            what happens:
            \(lines.joined(separator: "\n"))\(lanes)
            run it again, this test alone, with SIM_SEED='\(script)'; or the whole seed with SIM_SEED=\(seed)
            """
    }

    private static let legend =
        "as a timeline, a column for each line ([ a call, ! one with a fault, > it arrives, ] answered, x failed, * the rest):"
}

/// The error of a case under `sometimes` that no seed has reached.
package struct NeverReached: Error, CustomStringConvertible {
    /// The names of the cases, in the order of the alphabet.
    package let cases: [String]
    /// The number of seeds that were run.
    let seeds: Int

    package var description: String {
        "None of \(seeds) seeds has reached: \(cases.joined(separator: "; ")). Run more seeds, or make the body reach it more often."
    }
}

/// The error of a `SIM_SEED` that is neither a seed nor a script.
package struct UnreadableScript: Error, CustomStringConvertible {
    /// The value of `SIM_SEED`.
    let text: String

    package var description: String {
        "SIM_SEED is '\(text)', which is not a script. Use a seed, or the text that a failure printed: "
            + "'17 steps=2,4 faults=weights.add#1 turns=9'."
    }
}
