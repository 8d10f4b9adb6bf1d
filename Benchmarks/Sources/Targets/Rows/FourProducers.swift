import Reactor
import Workloads

/// Firing and applying from four threads, against a serial queue, with a reducer of eight casts and one of one.
struct FourProducers: Row {
    let title = "fire and apply, four producer threads"

    func measure(_ effort: Effort) async throws -> [Finding] {
        try await [
            measure(EightCasts.self, "eight casts", atMost: 0.5, effort),
            measure(OneCast.self, "one cast", atMost: 0.25, effort),
        ]
    }

    private func measure<Work: Workload>(
        _ work: Work.Type, _ name: String, atMost limit: Double, _ effort: Effort
    ) async throws -> Finding {
        let count = effort.events(100_000)
        let rounds = try await Rounds(
            3 * effort.rounds,
            [
                Contestant(name: "core") { try await cost(of: ReactorCore<Work>.self, count) },
                Contestant(name: "queue") { try await cost(of: SerialQueue<Work>.self, count) },
            ])
        return Finding(
            "\(title), \(name), time against a serial queue; order of each producer preserved",
            ratio: rounds.ratio("core", to: "queue"), atMost: limit,
            "\(rounds["core"].formatted(0)) ns an event, \(rounds["queue"].formatted(0)) queue")
    }

    /// Nanoseconds an event of four producer threads, from the start of the first until the last event is applied.
    private func cost<Measured: SynchronousDesign>(of design: Measured.Type, _ count: Int) async throws -> Double {
        let measured = Measured(watch: nil)
        var attendance = Attendance()
        let cost = await nanoseconds(each: count) {
            await onThreads(4) { measured.produceNow(count / 4, producer: $0) }
            attendance = await measured.attendance(of: count)
        }
        try check(attendance, count, Measured.name)
        return cost
    }
}
