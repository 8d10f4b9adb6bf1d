import Foundation
import ReactorTestSupport
@testable import Reactor
import Testing

@Suite("Subscriptions to one row")
struct RowSubscriptionTests {
    static func market(_ rows: Int) -> Market {
        Market(prices: KeyedRows(uniqueRows: (0..<rows).map { Price(id: $0, cents: 0) }))
    }

    @Test("Rows that cannot be compared are delivered when the log names them")
    func incomparable() async {
        struct Row: Identifiable, Sendable {
            var id: Int
            var number = 0
        }
        struct Rows: State {
            var rows: KeyedRows<Int, Row> = [Row(id: 0), Row(id: 1)]

            mutating func react(to event: any Event) {
                if let event = event as? Noted { rows[id: 0]?.number = event.number }
            }
        }
        let core = Core(state: Rows())
        let delivered = Locked<[String]>([])
        let subscriptions = [0, 1].map { id in
            core.subscribe(to: .row(\.rows, id: id)) { row in
                delivered.withLock { $0.append("\(id): \(row?.number ?? -1)") }
            }
        }
        await core.settled()
        delivered.withLock { $0 = [] }
        core.fire(event: Noted(0))
        await core.settled()
        #expect(delivered.copy == ["0: 0"])
        withExtendedLifetime(subscriptions) {}
    }

    @Test("A row is compared even if it is not declared to be Equatable")
    func comparedInAnyCase() async {
        func subscribe<Row: Sendable>(
            _ core: Core<Market>, to rows: KeyPath<Market, KeyedRows<Int, Row>> & Sendable,
            _ body: @escaping @Sendable () -> Void
        ) -> Subscription {
            core.subscribe(to: .row(rows, id: 0)) { _ in body() }
        }
        let core = Core(state: Self.market(1))
        let (known, unknown) = (Locked<[Int?]>([]), Locked(0))
        let first = core.subscribe(to: .row(\.prices, id: 0)) { row in known.withLock { $0.append(row?.cents) } }
        let second = subscribe(core, to: \.prices) { unknown.withLock { $0 += 1 } }
        await core.settled()
        core.fire(event: PricesChanged { $0[id: 0]?.cents = 0 })
        await core.settled()
        #expect(known.copy == [0] && unknown.copy == 1)
        withExtendedLifetime((first, second)) {}
    }
}
