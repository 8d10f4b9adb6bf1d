import Reactor

/// A core with subscribers of values that never change, and one that is notified of each event.
package final class Crowd: Sendable {
    private let core = Core(state: ManyFields())
    private let watch = Watch()
    private let uninterested: [Uninterested]
    private let subscription: Subscription

    /// A core with `size` subscribers of values that never change, on eight key paths.
    package init(_ size: Int) {
        let quiet = ManyFields.quiet
        uninterested = (0..<size).map { _ in Uninterested() }
        for (index, subscriber) in uninterested.enumerated() {
            core.add(subscriber: subscriber, selecting: quiet[index % quiet.count], initial: false)
        }
        subscription = core.subscribe(to: \.count, initial: false) { [watch] in watch.notify($0) }
    }

    /// Fires N events, each when the previous one was delivered.
    package func fire(_ count: Int) async throws {
        let expected = watch.newest + count
        watch.forget()
        for _ in 0..<count { await watch.wait { core.fire(event: Counted()) } }
        try check(watch.newest == expected, "\(uninterested.count) subscribers: \(watch.newest) events of \(expected) were delivered.")
    }
}
