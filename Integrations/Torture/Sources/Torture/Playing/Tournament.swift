/// Plays the histories of some levels on a client, on all processors if the client allows it.
package struct Tournament: Sendable {
    package var levels: [Level]
    package var seeds: Range<UInt64>
    /// The number of clients that play at the same time.
    package var lanes: Int

    package init(levels: [Level], seeds: Range<UInt64>, lanes: Int) {
        self.levels = levels
        self.seeds = seeds
        self.lanes = lanes
    }

    /// One score for each level. The same seeds result in the same scores, for any number of lanes.
    ///
    /// - Parameter progress: called on any thread after each history.
    /// - Throws: ``Unplayable``, ``TortureError``, `CancellationError`.
    package func scores(
        _ makeClient: @escaping @Sendable () throws -> any Client, progress: @escaping @Sendable () -> Void = {}
    ) async throws -> [Score] {
        let pieces = levels.flatMap { level in
            stride(from: seeds.lowerBound, to: seeds.upperBound, by: Self.piece).map { start in
                (level, start..<min(start + UInt64(Self.piece), seeds.upperBound))
            }
        }
        return try await withThrowingTaskGroup(of: [Score].self) { group in
            for lane in 0..<max(1, lanes) {
                group.addTask {
                    let client = try makeClient()
                    return try stride(from: lane, to: pieces.count, by: max(1, lanes)).map { index in
                        var score = Score(level: pieces[index].0)
                        try score.play(pieces[index].1, on: client, progress: progress)
                        return score
                    }
                }
            }
            var scores = levels.map { Score(level: $0) }
            for try await part in group {
                for score in part {
                    for index in scores.indices where scores[index].level == score.level { scores[index].add(score) }
                }
            }
            return scores
        }
    }

    private static let piece = 100
}

/// The shortest history that was found for a rule, and its course.
package struct Finding: Sendable {
    package var level: Level?
    package var seed: UInt64?
    package var history: History
    package var failure: Failure
    package var moments: [Moment]

    /// Shrinks a history that breaks a rule on this client. Nil: it breaks none.
    ///
    /// - Throws: ``TortureError``, `CancellationError`.
    package init?(_ history: History, level: Level? = nil, seed: UInt64? = nil, on client: any Client) throws {
        let shortest = try history.shrunk { try Player.play($0, on: client).failure?.rule }
        let outcome = try Player.play(shortest, on: client, keepingMoments: true)
        guard let failure = outcome.failure else { return nil }
        (self.level, self.seed, self.history) = (level, seed, shortest)
        (self.failure, moments) = (failure, outcome.moments)
    }

    /// For each rule that was broken the shortest history, from the shortest one of each level.
    ///
    /// - Throws: ``TortureError``, `CancellationError`.
    package static func shortest(of scores: [Score], on client: any Client) throws -> [Finding] {
        try Rule.allCases.compactMap { rule in
            let findings = try scores.compactMap { score in
                try score.examples[rule].flatMap { example in
                    try Finding(
                        History(level: score.level, seed: example.seed), level: score.level, seed: example.seed,
                        on: client)
                }
            }
            return findings.min { $0.history.steps.count < $1.history.steps.count }
        }
    }
}
