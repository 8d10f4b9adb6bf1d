/// A seed failed: why, what happened, and the least that still fails.
public struct SimulationFailure: Error, CustomStringConvertible {
    /// The seed.
    public let seed: UInt64
    /// How many seeds were run to come to this one, itself included.
    package let seedsRun: Int
    /// What was wrong.
    package let problem: String
    /// The least that still fails in this way; `SIM_SEED` takes it.
    public let script: SimulationScript
    /// What happened in the shrunk run, line by line.
    package let interleaving: [String]
    /// The check that failed.
    let site: String
    /// From what to what it was shrunk, in words; empty if it was not.
    package let shrinking: String
    var lanes = SimulationLanes([])

    public var description: String { Errors.failed(self) }
}

/// No seed has reached a case that the check says is reached sometimes.
public struct NeverReached: Error, CustomStringConvertible {
    /// The names of the cases, in the order of the alphabet.
    package let cases: [String]
    /// How many seeds were run.
    let seeds: Int

    public var description: String { Errors.neverReached(cases, seeds: seeds) }
}

/// `SIM_SEED` is set to something that is no script.
public struct UnreadableScript: Error, CustomStringConvertible {
    /// What it is set to.
    let text: String

    public var description: String { Errors.unreadableScript(text) }
}
