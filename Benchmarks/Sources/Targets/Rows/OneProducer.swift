import Reactor
import Workloads

/// Firing and applying, from one producer, with a reducer of eight casts.
struct OneProducer: Row {
    let title = "fire and apply, one producer, eight casts"

    func measure(_ effort: Effort) async throws -> [Finding] {
        let count = effort.events(100_000)
        let rounds = try await Rounds(
            3 * effort.rounds,
            [
                Contestant(name: "plain") {
                    var loop = PlainLoop<EightCasts>()
                    let cost = await nanoseconds(each: count) { EightCasts.produce(count, producer: 0, into: &loop) }
                    try check(loop.state.attendance, count, "plain loop")
                    return cost
                },
                Contestant(name: "core") {
                    let core = Core(state: EightCasts())
                    var attendance = Attendance()
                    let cost = await nanoseconds(each: count) {
                        var sink = CoreSink(core)
                        EightCasts.produce(count, producer: 0, into: &sink)
                        attendance = await core.read { $0.attendance }
                    }
                    try check(attendance, count, "core")
                    return cost
                },
            ])
        return [
            Finding(
                title + ", time against the plain loop", ratio: rounds.ratio("core", to: "plain"), atMost: 1.3,
                "\(rounds["core"].formatted(0)) ns an event, \(rounds["plain"].formatted(0)) plain")
        ]
    }
}
