import Reactor

/// Everything that the dashboard shows.
struct Market: State {
    let listing: Listing
    private(set) var instruments: KeyedRows<Int32, Instrument>
    private(set) var order = SortOrder.symbol
    private(set) var isTrading = true
    /// How often it started over.
    private(set) var round = 0

    /// The round that is being traded in, nil while trading is paused.
    var session: Int? { isTrading ? round : nil }

    init(listing: Listing, round: Int = 0) {
        self.listing = listing
        self.round = round
        instruments = KeyedRows(uniqueRows: listing.instruments)
    }

    mutating func react(to event: any Event) {
        switch event {
        case let event as Traded: instruments[id: event.id]?.trade(at: event.price)
        case let event as Sorted: sort(by: event.order)
        case is TradingPaused: isTrading = false
        case is TradingResumed: isTrading = true
        case is Reset<Market>: self = Market(listing: listing, round: round + 1)
        default: break
        }
    }

    /// The instruments that rose most and those that fell most since the opening, the strongest first.
    func leaders(_ count: Int) -> (gainers: [Instrument], losers: [Instrument]) {
        func strongest(_ isBefore: (Instrument, Instrument) -> Bool) -> [Instrument] {
            var best: [Instrument] = []
            for row in instruments where row.change != 0 {
                if best.count == count, let last = best.last, !isBefore(row, last) { continue }
                best.insert(row, at: best.firstIndex { isBefore(row, $0) } ?? best.count)
                if best.count > count { best.removeLast() }
            }
            return best
        }
        return (
            strongest { $0.change > $1.change }.filter { $0.change > 0 },
            strongest { $0.change < $1.change }.filter { $0.change < 0 }
        )
    }

    private mutating func sort(by order: SortOrder) {
        self.order = order
        instruments.sort(by: order.precedes)
    }
}

/// What the rows are sorted by. Equal ones stand in the order of their symbols, so that rows do not jump for nothing.
enum SortOrder: String, Sendable, CaseIterable {
    case symbol, price, change, trades

    /// The one after this, and after the last the first.
    var next: SortOrder {
        switch self {
        case .symbol: .price
        case .price: .change
        case .change: .trades
        case .trades: .symbol
        }
    }

    /// Whether trades can move a row.
    var isLive: Bool { self != .symbol }

    func precedes(_ left: Instrument, _ right: Instrument) -> Bool {
        let (first, second) =
            switch self {
            case .symbol: (0, 0)
            case .price: (Int(right.price), Int(left.price))
            case .change: (right.change, left.change)
            case .trades: (Int(right.trades), Int(left.trades))
            }
        return first == second ? left.symbol < right.symbol : first < second
    }
}
