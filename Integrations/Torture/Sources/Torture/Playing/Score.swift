/// The number of times that a client broke each rule in the histories of one level.
package struct Score: Hashable, Sendable {
    /// A seed whose history broke a rule, with the number of its steps.
    package struct Example: Hashable, Sendable {
        package var seed: UInt64
        package var steps: Int
    }

    package var level: Level
    package private(set) var played = 0
    package private(set) var failures: [Rule: Int] = [:]
    /// For each rule the shortest history that broke it.
    package private(set) var examples: [Rule: Example] = [:]

    package init(level: Level) { self.level = level }

    package var failed: Int { failures.values.reduce(0, +) }

    /// Plays the histories of these seeds.
    ///
    /// - Throws: ``Unplayable`` if a client cannot be tested; `CancellationError`.
    package mutating func play(_ seeds: Range<UInt64>, on client: any Client, progress: () -> Void = {}) throws {
        for seed in seeds {
            let history = History(level: level, seed: seed)
            do {
                note(try Player.play(history, on: client).failure, seed, steps: history.steps.count)
            } catch let error as TortureError {
                throw Unplayable(level: level, seed: seed, error: error)
            }
            progress()
        }
    }

    private mutating func note(_ failure: Failure?, _ seed: UInt64, steps: Int) {
        played += 1
        guard let rule = failure?.rule else { return }
        failures[rule, default: 0] += 1
        take(Example(seed: seed, steps: steps), of: rule)
    }

    private mutating func take(_ example: Example, of rule: Rule) {
        guard let other = examples[rule] else { return examples[rule] = example }
        if (example.steps, example.seed) < (other.steps, other.seed) { examples[rule] = example }
    }

    /// Adds the results of the same level that were played elsewhere.
    package mutating func add(_ other: Score) {
        played += other.played
        failures.merge(other.failures, uniquingKeysWith: +)
        for (rule, example) in other.examples { take(example, of: rule) }
    }
}
