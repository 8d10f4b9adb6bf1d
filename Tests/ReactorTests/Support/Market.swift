import Reactor

/// A row.
struct Price: Identifiable, Equatable, Codable, Sendable {
    var id: Int
    var cents: Int
}

/// A state with rows, changed by closures so that tests can do everything to them.
struct Market: State {
    var prices: KeyedRows<Int, Price> = []
    @Tracked var entries: [Int] = []
    var other = 0

    mutating func react(to event: any Event) {
        switch event {
        case let event as PricesChanged: event.change(&prices)
        case let event as Noted: other = event.number
        case is Reset<Market>: self = Market()
        default: break
        }
    }
}

struct PricesChanged: Event {
    let change: @Sendable (inout KeyedRows<Int, Price>) -> Void
    init(_ change: @escaping @Sendable (inout KeyedRows<Int, Price>) -> Void) { self.change = change }
}
