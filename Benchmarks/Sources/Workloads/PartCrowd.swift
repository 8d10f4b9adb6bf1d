import Reactor

/// A core with rows, each of which has a part with a subscription. One row changes with every event, the others never.
package final class PartCrowd: Sendable {
    private let core: Core<CountingRows>
    private let watch = Watch()
    private let subscriptions: [Subscription]

    /// A core with one row that changes and `size` others.
    package init(_ size: Int) {
        let core = Core(state: CountingRows(count: size + 1))
        self.core = core
        let quiet = (1...size).map { id in
            core.scope(to: \.rows, id: id, default: CountingRows.Row(id: id)).subscribe(to: \.count, initial: false) {
                preconditionFailure("A row that never changes was delivered: \($0).")
            }
        }
        let delivered = core.scope(to: \.rows, id: 0, default: CountingRows.Row(id: 0))
            .subscribe(to: \.count, initial: false) { [watch] in watch.notify($0) }
        subscriptions = quiet + [delivered]
    }

    /// Fires N events, each when the previous one was delivered.
    package func fire(_ count: Int) async throws {
        let expected = watch.newest + count
        watch.forget()
        for _ in 0..<count { await watch.wait { core.fire(event: Counted()) } }
        try check(
            watch.newest == expected,
            "\(subscriptions.count) parts: \(watch.newest) events of \(expected) were delivered.")
    }
}

/// A state of rows that are states themselves, the first of which counts events.
private struct CountingRows: State {
    struct Row: State, Identifiable, Equatable {
        let id: Int
        var count = 0

        mutating func react(to event: any Event) { if event is Counted { count += 1 } }
    }

    var rows: KeyedRows<Int, Row>

    init(count: Int) { rows = KeyedRows(uniqueRows: (0..<count).map { Row(id: $0) }) }

    mutating func react(to event: any Event) { rows[id: 0]?.react(to: event) }
}
