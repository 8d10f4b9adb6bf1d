import Reactor

/// A core with 10,000 rows and 11,000 subscriptions to them, one to each and another to every tenth. None of the rows changes.
package final class SubscribedTable: Sendable {
    private static let size = 10_000
    private static let step = 10

    private let core = Core(state: MarkedRows(count: size))
    private let tally = Tally()
    private let subscriptions: [Subscription]

    /// A core whose subscriptions are attached.
    package init() async {
        let ids = Array(0..<Self.size) + stride(from: 1, to: Self.size, by: Self.step)
        subscriptions = ids.map { [core, tally] id in
            core.subscribe(to: .row(\.rows, id: id), initial: false) { _ in tally.add() }
        }
        await core.settled()
    }

    /// Changes every tenth row by one event, and again when all were delivered, until `count` rows were changed.
    package func change(_ count: Int) async throws {
        let changed = Self.size / Self.step
        for _ in 0..<count / changed {
            core.fire(event: Marked(step: Self.step))
            await core.settled()
        }
        try check(tally.count == count, "\(tally.count) deliveries of \(count) changed rows.")
    }
}

private struct Marked: Event {
    let step: Int
}

private struct MarkedRows: State {
    struct Row: Identifiable, Equatable {
        let id: Int
        var isMarked = false
    }

    var rows: KeyedRows<Int, Row>

    init(count: Int) { rows = KeyedRows(uniqueRows: (0..<count).map { Row(id: $0) }) }

    mutating func react(to event: any Event) {
        guard let event = event as? Marked else { return }
        for id in stride(from: 0, to: rows.count, by: event.step) { rows[id: id]?.isMarked.toggle() }
    }
}
