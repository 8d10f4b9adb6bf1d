import Reactor
import ReactorPlatform

/// An instrument was traded at a price, in cents.
struct Traded: Event {
    var id: Int32
    var price: Int32
}

/// The state of the dashboard: the rows of all instruments.
struct Market: State {
    private(set) var instruments: KeyedRows<Int32, Instrument>

    init(listing: Listing) { instruments = KeyedRows(uniqueRows: listing.instruments) }

    mutating func react(to event: any Event) {
        if let event = event as? Traded { instruments[id: event.id]?.trade(at: event.price) }
    }
}

struct Instrument: Identifiable, Sendable, Equatable {
    /// The position in the listing.
    let id: Int32
    let symbol: String
    /// The opening price, in cents.
    let opening: Int32
    /// The current price, in cents.
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

/// The instruments at the opening of the market. They are equal for equal seeds.
struct Listing: Sendable, Equatable {
    let count: Int
    let seed: UInt64

    var instruments: [Instrument] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { number in
            Instrument(
                id: Int32(number), symbol: Listing.symbol(number), opening: Int32(random.number(in: 500...50_000)))
        }
    }

    /// The number of different symbols with four letters.
    static let largest = 26 * 26 * 26 * 26

    /// Returns the instrument with a symbol, or nil if it is not listed.
    func id(of symbol: String) -> Int32? {
        let letters = symbol.unicodeScalars.map { Int($0.value) - 65 }
        guard letters.count == 4, letters.allSatisfy((0..<26).contains) else { return nil }
        let number = letters.reduce(0) { $0 * 26 + $1 }
        return number < count ? Int32(number) : nil
    }

    /// Returns the symbol of a number: `AAAA`, `AAAB`, …
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
