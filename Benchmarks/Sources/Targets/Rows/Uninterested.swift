import Reactor
import Workloads

/// What 10,000 subscribers cost that wait for something else, against 100.
struct UninterestedSubscribers: Row {
    let title = "10,000 uninterested subscribers against 100, grouped by key path"

    func measure(_ effort: Effort) async throws -> [Finding] {
        let few = Crowd(100)
        let many = Crowd(10_000)
        let count = effort.events(20_000)
        let rounds = try await Rounds(
            effort.rounds,
            [
                Contestant(name: "few") { try await few.cost(count) },
                Contestant(name: "many") { try await many.cost(count) },
            ])
        return [
            Finding(
                title + ", time from each event until an interested one was told",
                ratio: rounds.ratio("many", to: "few"), atMost: 1.05,
                "\(rounds["many"].formatted(0)) ns an event, \(rounds["few"].formatted(0)) with 100; counted by `instructions`")
        ]
    }
}

/// A core with subscribers who are never told, and one who always is.
private final class Crowd: Sendable {
    private let core = Core(state: ManyFields())
    private let watch = Watch()
    private let uninterested: [Uninterested]
    private let subscription: Subscription

    init(_ size: Int) {
        uninterested = (0..<size).map { _ in Uninterested() }
        for (index, subscriber) in uninterested.enumerated() {
            let quiet = ManyFields.quiet
            core.add(subscriber: subscriber, selecting: quiet[index % quiet.count], tellsCurrent: false)
        }
        subscription = core.subscribe(to: \.count, tellsCurrent: false) { [watch] in watch.tell($0) }
    }

    func cost(_ count: Int) async throws -> Double {
        let before = watch.newest
        watch.forget()
        let cost = await nanoseconds(each: count) {
            for _ in 0..<count { await watch.wait { core.fire(event: Counted()) } }
        }
        try check(watch.newest == before + count, "\(uninterested.count) subscribers: the last count is \(watch.newest).")
        return cost
    }
}
