import Terminal

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
