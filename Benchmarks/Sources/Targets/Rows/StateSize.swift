import Workloads

/// The cost of the size of the state, with subscribers of selections that copy in O(1).
struct StateSize: Row {
    let title = "state of 1,000,000 elements against 1,000, O(1) selections attached"

    func measure(_ effort: Effort) async throws -> [Finding] {
        let small = Bulk(1_000)
        let large = Bulk(1_000_000)
        let count = effort.events(20_000)
        let rounds = try await Rounds(
            effort.rounds,
            [
                Contestant(name: "small") { try await nanoseconds(each: count) { try await small.fire(count) } },
                Contestant(name: "large") { try await nanoseconds(each: count) { try await large.fire(count) } },
            ])
        return [
            Finding(
                title + ", time from each event until delivered", ratio: rounds.ratio("large", to: "small"), atMost: 1.05,
                "\(rounds["large"].formatted(0)) ns an event, \(rounds["small"].formatted(0)) with 1,000; also counted by `instructions`"
            )
        ]
    }
}
