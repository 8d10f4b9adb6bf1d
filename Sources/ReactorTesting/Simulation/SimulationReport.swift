/// What a check has run.
public struct SimulationReport: Sendable, Hashable {
    /// The digest of each seed's history, in the order of the seeds: equal in every process.
    package private(set) var digests: [UInt64] = []
    /// How many turns were run, each seed counted once.
    package private(set) var turns = 0
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

    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    mutating func add(_ run: SimulationRun) {
        digests.append(run.digest)
        turns += run.turns
        for (name, isReached) in run.reached { reached[name, default: 0] += isReached ? 1 : 0 }
    }
}
