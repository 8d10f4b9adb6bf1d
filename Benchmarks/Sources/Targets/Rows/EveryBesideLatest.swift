import Reactor
import Workloads

/// The cost of a subscriber that receives every value, compared with one that receives the latest.
struct EveryBesideLatest: Row {
    let title = "a subscriber of every value next to one of the latest"

    func measure(_ effort: Effort) async throws -> [Finding] {
        let count = effort.events(100_000)
        let rounds = try await Rounds(
            effort.rounds,
            [
                Contestant(name: "none") { try await fire(count, nil) },
                Contestant(name: "latest") { try await fire(count, .latest) },
                Contestant(name: "every") { try await fire(count, .every(limit: .max)) },
            ])
        return [
            Finding(
                "\(title), processor time from the first event until the last value was delivered",
                measured:
                    "\(rounds.ratio("every", to: "latest").formatted(1))× (\(rounds["every"].formatted(0)) ns an event, "
                    + "\(rounds["latest"].formatted(0)) the latest, \(rounds["none"].formatted(0)) without a subscriber)",
                target: "reported", .reported)
        ]
    }

    /// Nanoseconds of processor time for each event.
    private func fire(_ count: Int, _ delivery: Delivery?) async throws -> Double {
        let core = Core(state: OneCast())
        let (tally, watch) = (Tally(), Watch())
        let subscription = delivery.map { delivery in
            core.subscribe(to: OneCast.count, delivery: delivery, initial: false) { count in
                tally.add()
                watch.notify(count)
            }
        }
        await core.settled()
        let start = processorTime()
        var sink = CoreSink(core)
        OneCast.produce(count, producer: 0, into: &sink)
        await core.settled()
        let took = processorTime() - start
        try check(await core.read { $0.attendance }, count, "events")
        let expected = delivery == nil ? 0 : count
        try check(watch.newest == expected, "The last value that was delivered is \(watch.newest).")
        if case .every = delivery {
            try check(tally.count == count, "\(tally.count) of \(count) values were delivered.")
        }
        subscription?.cancel()
        return took.nanoseconds / Double(count)
    }
}
