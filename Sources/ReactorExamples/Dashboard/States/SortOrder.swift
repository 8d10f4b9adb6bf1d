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
