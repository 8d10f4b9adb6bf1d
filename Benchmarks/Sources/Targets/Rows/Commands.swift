import Reactor
import Workloads

/// A command that is started and finished, against a bare task that is kept and awaited: bursts, all of which are awaited.
struct Commands: Row {
    let title = "a command started and finished, against a bare Task kept and awaited"

    func measure(_ effort: Effort) async throws -> [Finding] {
        let burst = 1_000
        let count = effort.events(100_000)
        let rounds = try await Rounds(
            effort.rounds,
            [
                Contestant(name: "task") {
                    let tally = Tally()
                    let cost = await nanoseconds(each: count) {
                        for _ in 0..<count / burst {
                            let tasks = (0..<burst).map { _ in Task { tally.add() } }
                            for task in tasks { await task.value }
                        }
                    }
                    try check(tally.count == count, "tasks: \(tally.count) of \(count) ran.")
                    return cost
                },
                Contestant(name: "command") {
                    let tally = Tally()
                    let core = Core(state: OneCast())
                    var finished = 0
                    let cost = await nanoseconds(each: count) {
                        for _ in 0..<count / burst {
                            let handles = (0..<burst).map { _ in core.fire(command: CountItself(tally)) }
                            for handle in handles { if case .finished = await handle.outcome { finished += 1 } }
                        }
                    }
                    try check(
                        tally.count == count && finished == count,
                        "commands: \(tally.count) of \(count) ran, \(finished) finished.")
                    return cost
                },
            ])
        return [
            Finding(
                title, ratio: rounds.ratio("command", to: "task"), atMost: 1.5,
                "\(rounds["command"].formatted(0)) ns, \(rounds["task"].formatted(0)) task")
        ]
    }
}
