import Workloads

/// Four threads with a core each, against four threads with one core: the gain of several orders if one is the limit.
struct SeveralCores: Row {
    let title = "four producer threads with a core each"

    func measure(_ effort: Effort) async throws -> [Finding] {
        let count = effort.events(100_000)
        let rounds = try await Rounds(
            effort.rounds,
            [
                Contestant(name: "four") { try await cost(cores: 4, count) },
                Contestant(name: "one") { try await cost(cores: 1, count) },
            ])
        return [
            Finding(
                "\(title), time against the four with one core",
                measured:
                    "\(rounds.ratio("four", to: "one").formatted(2))× (\(rounds["four"].formatted(0)) ns an event, "
                    + "\(rounds["one"].formatted(0)) with one core)",
                target: "reported", .reported)
        ]
    }

    /// Nanoseconds an event of four producer threads, from the start of the first until the last event is applied.
    private func cost(cores: Int, _ count: Int) async throws -> Double {
        let all = (0..<cores).map { _ in ReactorCore<EightCasts>(watch: nil) }
        var counts = [Int](repeating: 0, count: cores)
        let cost = await nanoseconds(each: count) {
            await onThreads(4) { all[$0 % cores].produceNow(count / 4, producer: $0) }
            for index in all.indices {
                counts[index] = await all[index].attendance(of: count / cores).count
            }
        }
        try check(counts.allSatisfy { $0 == count / cores }, "\(cores) cores: \(counts) events were applied.")
        return cost
    }
}
