import Workloads

/// A command that is started and finished, against a bare task that is retained and awaited: bursts, all of which are awaited.
struct Commands: Row {
    let title = "a command started and finished, against a bare Task that is stored and awaited"

    func measure(_ effort: Effort) async throws -> [Finding] {
        let count = effort.events(100_000)
        let rounds = try await Rounds(
            effort.rounds,
            [
                Contestant(name: "task") { try await nanoseconds(each: count) { try await Bursts.tasks(count) } },
                Contestant(name: "command") {
                    try await nanoseconds(each: count) { try await Bursts.commands(count) }
                },
            ])
        return [
            Finding(
                title, ratio: rounds.ratio("command", to: "task"), atMost: 1.5,
                "\(rounds["command"].formatted(0)) ns, \(rounds["task"].formatted(0)) task")
        ]
    }
}
