import Reactor
import ReactorTerminal

/// Everything that the dashboard shows.
struct Market: State {
    let listing: Listing
    private(set) var instruments: KeyedRows<Int32, Instrument>
    private(set) var order = SortOrder.symbol
    private(set) var isTrading = true
    /// How often it started over.
    private(set) var round = 0

    /// Whether rows are sorted again as trades move them.
    var isResorted: Bool { isTrading && order.isLive }

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
        case is Resorted: sort(by: order)
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

/// One row: something that has a price.
struct Instrument: Identifiable, Sendable, Equatable {
    /// Its place in the listing.
    let id: Int32
    let symbol: String
    /// Cents at the opening.
    let opening: Int32
    /// Cents now.
    private(set) var price: Int32
    /// How often it was traded.
    private(set) var trades: Int32 = 0
    /// Whether the last trade was above the one before.
    private(set) var isRising = true

    init(id: Int32, symbol: String, opening: Int32) {
        self.id = id
        self.symbol = symbol
        self.opening = opening
        price = opening
    }

    /// Hundredths of a percent since the opening.
    var change: Int { (Int(price) - Int(opening)) * 10_000 / Int(opening) }

    mutating func trade(at price: Int32) {
        isRising = price >= self.price
        self.price = price
        trades += 1
    }
}

/// What is listed at the opening: the same for the same seed.
struct Listing: Sendable, Equatable {
    let count: Int
    let seed: UInt64

    var instruments: [Instrument] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { number in
            Instrument(
                id: Int32(number), symbol: Listing.symbol(number), opening: Int32(random.number(in: 500...50_000)))
        }
    }

    /// As many as four letters can name.
    static let largest = 26 * 26 * 26 * 26

    /// The instrument of this symbol; nil for one that is not listed.
    func id(of symbol: String) -> Int32? {
        let letters = symbol.unicodeScalars.map { Int($0.value) - 65 }
        guard letters.count == 4, letters.allSatisfy((0..<26).contains) else { return nil }
        let number = letters.reduce(0) { $0 * 26 + $1 }
        return number < count ? Int32(number) : nil
    }

    /// Letters that count: `AAAA`, `AAAB`, …
    static func symbol(_ number: Int) -> String {
        var rest = number
        var letters: [Character] = []
        for _ in 0..<4 {
            letters.append(Character(Unicode.Scalar(UInt8(65 + rest % 26))))
            rest /= 26
        }
        return String(letters.reversed())
    }
}
