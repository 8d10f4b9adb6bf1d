import Workloads

/// The cost of 10,000 subscribers that wait for another value, against 100.
struct UninterestedSubscribers: Row {
    let title = "10,000 uninterested subscribers against 100, grouped by key path"

    func measure(_ effort: Effort) async throws -> [Finding] {
        let few = Crowd(100)
        let many = Crowd(10_000)
        let count = effort.events(20_000)
        let rounds = try await Rounds(
            effort.rounds,
            [
                Contestant(name: "few") { try await nanoseconds(each: count) { try await few.fire(count) } },
                Contestant(name: "many") { try await nanoseconds(each: count) { try await many.fire(count) } },
            ])
        return [
            Finding(
                title + ", time from each event until an interested one was notified",
                measured:
                    "\(rounds.ratio("many", to: "few").formatted(2))× (\(rounds["many"].formatted(0)) ns an event, "
                    + "\(rounds["few"].formatted(0)) with 100)",
                target: "≤ 1.05× in instructions, counted by `instructions`", .reported)
        ]
    }
}
