import Reactor
import ReactorQueries

/// A core with 1,000 values of a query and N watchers that are not notified, and an event that concerns none of the values.
package final class QueryCrowd: Sendable {
    private let core: Core<ManyKeys>
    private let watches: [Subscription]

    /// A core with `size` watchers, ten to a value when there are 10,000.
    package init(_ size: Int) async throws {
        let core = Core(state: ManyKeys())
        self.core = core
        watches = (0..<size).map { number in core.watch(ManyKeys.numbers, number % ManyKeys.count) }
        await core.idle()
        await core.settled()
    }

    /// Fires N events, each when the previous one was applied and all subscribers were notified.
    package func fire(_ count: Int) async throws {
        for _ in 0..<count {
            core.fire(event: Counted())
            await core.settled()
        }
        let counted = await core.read { $0.counted }
        try check(counted == count, "\(watches.count) watchers: \(counted) events of \(count) were applied.")
    }
}

/// A state with 1,000 values of a server.
private struct ManyKeys: State {
    static let count = 1_000
    static let numbers = ServerQuery<ManyKeys, Int, Int>("numbers", \ManyKeys.numbers) { key, _ in key }

    var counted = 0
    var numbers: QueryCache<Int, Int> = {
        var numbers = QueryCache<Int, Int>("numbers")
        for key in 0..<count { numbers.seed(key, key) }
        return numbers
    }()

    mutating func react(to event: any Event) {
        if numbers.react(to: event) { return }
        if event is Counted { counted += 1 }
    }
}
