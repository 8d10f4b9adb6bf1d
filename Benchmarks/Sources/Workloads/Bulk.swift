import Reactor

/// A core with a state of many elements, and two subscribers: of a stored count, notified of each event, and of a computed
/// one, never notified.
package final class Bulk: Sendable {
    private let core: Core<ManyElements>
    private let size: Int
    private let watch = Watch()
    private let subscriptions: [Subscription]

    /// A core with a state of `size` elements.
    package init(_ size: Int) {
        self.size = size
        core = Core(state: ManyElements(size: size))
        subscriptions = [
            core.subscribe(to: \.count, initial: false) { [watch] in watch.notify($0) },
            core.subscribe(to: \.elements.count, initial: false) {
                preconditionFailure("The number of elements never changes, and was delivered: \($0).")
            },
        ]
    }

    /// Fires N events, each when the previous one was delivered.
    package func fire(_ count: Int) async throws {
        let expected = watch.newest + count
        watch.forget()
        for _ in 0..<count { await watch.wait { core.fire(event: Counted()) } }
        let sum = await core.read { $0.elements[..<1_000].reduce(0, +) }
        try check(
            watch.newest == expected && sum == expected, "\(size) elements: they add up to \(sum), not \(expected).")
    }
}
