import Terminal

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
