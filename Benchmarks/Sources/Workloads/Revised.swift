import Reactor

/// A core with many elements of which each event changes one, and a subscriber that is notified of it by their revision, or
/// by comparing them.
package struct Revised: Sendable {
    private let core: Core<RevisedElements>
    private let watch = Watch()
    private let count = Tally()
    private let subscription: Subscription

    /// Elements, watched by their revision.
    package init(revisions size: Int) {
        core = Core(state: RevisedElements(size: size))
        subscription = core.subscribe(to: \.$elements, initial: false) { [watch, count] _ in
            count.add()
            watch.notify(count.count)
        }
    }

    /// Elements, compared with those that were delivered last.
    package init(compared size: Int) {
        core = Core(state: RevisedElements(size: size))
        subscription = core.subscribe(to: \.elements, initial: false) { [watch, count] _ in
            count.add()
            watch.notify(count.count)
        }
    }

    /// Fires N events, each when the previous one was delivered.
    package func fire(_ times: Int) async throws {
        watch.forget()
        for _ in 0..<times { await watch.wait { core.fire(event: Counted()) } }
        let sum = await core.read { $0.elements[..<1_000].reduce(0, +) }
        try check(count.count == times && sum == times, "elements: \(count.count) events of \(times) were delivered, the sum is \(sum).")
    }
}

/// Elements with a revision.
struct RevisedElements: State {
    @Tracked var elements: [Int]
    private var next = 0

    init(size: Int) { elements = Array(repeating: 0, count: size) }

    mutating func react(to event: any Event) {
        guard event is Counted else { return }
        elements[next % 1_000] += 1
        next += 1
    }
}
