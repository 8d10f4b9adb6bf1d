import Reactor
import Workloads

/// What the size of the state costs, with subscribers of selections that copy O(1).
struct StateSize: Row {
    let title = "state of 1,000,000 elements against 1,000, O(1) selections attached"

    func measure(_ effort: Effort) async throws -> [Finding] {
        let small = Sized(1_000)
        let large = Sized(1_000_000)
        let count = effort.events(20_000)
        let rounds = try await Rounds(
            effort.rounds,
            [
                Contestant(name: "small") { try await small.cost(count) },
                Contestant(name: "large") { try await large.cost(count) },
            ])
        return [
            Finding(
                title + ", time from each event until told", ratio: rounds.ratio("large", to: "small"), atMost: 1.05,
                "\(rounds["large"].formatted(0)) ns an event, \(rounds["small"].formatted(0)) with 1,000; counted by `instructions`")
        ]
    }
}

/// A core with a state of many elements, and two subscribers: of a stored count, and of a computed one.
private final class Sized: Sendable {
    private let core: Core<ManyElements>
    private let size: Int
    private let watch = Watch()
    private let subscriptions: [Subscription]

    init(_ size: Int) {
        self.size = size
        core = Core(state: ManyElements(size: size))
        subscriptions = [
            core.subscribe(to: \.count, tellsCurrent: false) { [watch] in watch.tell($0) },
            core.subscribe(to: \.elements.count, tellsCurrent: false) {
                preconditionFailure("The number of elements never changes, and was told: \($0).")
            },
        ]
    }

    func cost(_ count: Int) async throws -> Double {
        let before = watch.newest
        watch.forget()
        let cost = await nanoseconds(each: count) {
            for _ in 0..<count { await watch.wait { core.fire(event: Counted()) } }
        }
        let sum = await core.read { $0.elements[..<1_000].reduce(0, +) }
        try check(watch.newest == before + count && sum == watch.newest, "\(size) elements: they add up to \(sum).")
        return cost
    }
}
