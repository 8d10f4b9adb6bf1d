import Reactor
import ReactorTerminal

/// An instrument has a new price, in cents.
struct Traded: Event {
    var id: Int32
    var price: Int32
}

/// The rows of the dashboard.
struct Market: State {
    private(set) var instruments: KeyedRows<Int32, Instrument>

    init(listing: Listing) { instruments = KeyedRows(uniqueRows: listing.instruments) }

    mutating func react(to event: any Event) {
        if let event = event as? Traded { instruments[id: event.id]?.trade(at: event.price) }
    }
}

struct Instrument: Identifiable, Sendable, Equatable {
    /// Its place in the listing.
    let id: Int32
    let symbol: String
    /// The price at the opening, in cents.
    let opening: Int32
    /// The price now, in cents.
    private(set) var price: Int32
    private(set) var trades: Int32 = 0

    init(id: Int32, symbol: String, opening: Int32) {
        self.id = id
        self.symbol = symbol
        self.opening = opening
        price = opening
    }

    /// The change since the opening, in hundredths of a percent.
    var change: Int { (Int(price) - Int(opening)) * 10_000 / Int(opening) }

    mutating func trade(at price: Int32) {
        self.price = price
        trades += 1
    }
}

/// The instruments at the opening: the same for the same seed.
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

    /// The number of instruments that four letters can name.
    static let largest = 26 * 26 * 26 * 26

    /// The instrument with this symbol, or nil if it is not listed.
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
