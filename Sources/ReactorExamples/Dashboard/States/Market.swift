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

    private mutating func sort(by order: SortOrder) {
        self.order = order
        instruments.sort(by: order.precedes)
    }
}
