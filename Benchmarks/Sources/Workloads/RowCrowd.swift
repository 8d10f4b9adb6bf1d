import Reactor

/// A core with rows that are subscribed to, one by one, and changed, but for one, never.
package final class RowCrowd: Sendable {
    private let core: Core<ManyRows>
    private let watch = Watch()
    private let subscriptions: [Subscription]

    /// A core with 10,000 rows, `size` of which are waited for in vain.
    package init(_ size: Int) {
        let core = Core(state: ManyRows(count: 10_001))
        self.core = core
        let quiet = (1...size).map { id in
            core.subscribe(to: .row(\.rows, id: id), initial: false) {
                preconditionFailure("A row that never changes was delivered: \(String(describing: $0)).")
            }
        }
        let delivered = core.subscribe(to: .row(\.rows, id: 0), initial: false) { [watch] in
            watch.notify($0?.count ?? 0)
        }
        subscriptions = quiet + [delivered]
    }

    /// Fires N events, each when the previous one was delivered.
    package func fire(_ count: Int) async throws {
        let expected = watch.newest + count
        watch.forget()
        for _ in 0..<count { await watch.wait { core.fire(event: Counted()) } }
        try check(watch.newest == expected, "\(subscriptions.count) rows: \(watch.newest) events of \(expected) were delivered.")
    }
}

/// A state of rows, the first of which counts events.
struct ManyRows: State {
    struct Row: Identifiable, Equatable {
        let id: Int
        var count = 0
    }

    var rows: KeyedRows<Int, Row>

    init(count: Int) { rows = KeyedRows(uniqueRows: (0..<count).map { Row(id: $0) }) }

    mutating func react(to event: any Event) {
        if event is Counted { rows[id: 0]?.count += 1 }
    }
}
