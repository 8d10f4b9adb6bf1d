import Reactor
import ReactorQueries

/// A core with one watched value of a query, which is read again and again.
package final class Refreshes: Sendable {
    private let core = Core(state: OneKey())
    private let watch: Subscription

    package init() async {
        watch = core.watch(OneKey.numbers, 7)
        await core.idle()
    }

    /// Refetches the value N times, one after another.
    package func refresh(_ count: Int) async throws {
        for _ in 0..<count { await core.refresh(OneKey.numbers, 7) }
        try check(await core.read { $0.numbers[7] } == 7, "The value was not read.")
    }

    /// Fetches the fresh value N times.
    package func fetch(_ count: Int) async throws {
        var sum = 0
        for _ in 0..<count { sum += try await core.fetch(OneKey.numbers, 7) }
        try check(sum == 7 * count, "\(sum) is not the sum of \(count) values.")
    }
}

private struct OneKey: State {
    static let numbers = ServerQuery<OneKey, Int, Int>("numbers", \OneKey.numbers) { key, _ in key }

    var numbers = QueryCache<Int, Int>("numbers")

    mutating func react(to event: any Event) { _ = numbers.react(to: event) }
}
