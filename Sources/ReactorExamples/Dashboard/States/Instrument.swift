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
