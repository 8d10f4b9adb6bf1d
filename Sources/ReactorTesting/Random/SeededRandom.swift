import ReactorPlatform

/// A random number generator that gives the same numbers for the same seed, in any process and on any platform.
///
/// The algorithm is SplitMix64 (Steele, Lea, Flood 2014). The results of the methods here are stable, too. `Int.random(in:using:)` and `shuffled(using:)` of the standard library may change with
/// its version.
///
/// ```swift
/// var random = SeededRandom(seed: 7)
/// let amount = random.number(in: 1...6)
/// ```
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var generator: SplitMix64

    /// Creates the generator of a seed.
    public init(seed: UInt64) { self.init(SplitMix64(seed: seed)) }

    private init(_ generator: SplitMix64) { self.generator = generator }

    public mutating func next() -> UInt64 { generator.next() }

    // MARK: Streams

    /// Returns a generator that is independent of this one. Draws two numbers from this generator.
    package mutating func split() -> SeededRandom {
        SeededRandom(SplitMix64(seed: next(), step: SeededRandom.makeStep(next())))
    }

    /// Returns the generator of a name. It depends only on this generator and the name, and draws no number from this generator.
    package func split(named name: String) -> SeededRandom {
        // FNV-1a, because Hasher differs from process to process.
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        var named = SeededRandom(SplitMix64(seed: SplitMix64.mix(generator.counter) ^ hash, step: generator.step))
        return named.split()
    }

    // MARK: Drawing

    /// Returns a number in `0..<bound`. The bias is less than `bound` in 2⁶⁴.
    package mutating func below(_ bound: Int) -> Int {
        guard bound > 0 else { fatalError("SeededRandom.below(_:) needs a bound of at least 1.") }
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Returns a number in the range.
    public mutating func number(in range: ClosedRange<Int>) -> Int {
        Int(number(in: Int64(range.lowerBound)...Int64(range.upperBound)))
    }

    mutating func number(in range: ClosedRange<Int64>) -> Int64 {
        let width = UInt64(bitPattern: range.upperBound) &- UInt64(bitPattern: range.lowerBound) &+ 1
        let drawn = next()
        // The width of all of Int64 does not fit.
        let offset = width == 0 ? drawn : drawn.multipliedFullWidth(by: width).high
        return range.lowerBound &+ Int64(bitPattern: offset)
    }

    /// Returns a fraction in `0..<1`, of 53 bits.
    package mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns true with a probability in percent.
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// Returns one of the elements, or nil if there are none.
    package mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element? {
        elements.isEmpty ? nil : elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
    }

    /// Shuffles the elements (Fisher–Yates).
    package mutating func shuffle<Element>(_ elements: inout [Element]) {
        for last in stride(from: elements.count - 1, to: 0, by: -1) { elements.swapAt(last, below(last + 1)) }
    }

    /// Returns an odd step whose bits change often enough from one count to the next.
    private static func makeStep(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        mixed = (mixed ^ (mixed >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        mixed = (mixed ^ (mixed >> 33)) | 1
        return (mixed ^ (mixed >> 1)).nonzeroBitCount < 24 ? mixed ^ 0xAAAA_AAAA_AAAA_AAAA : mixed
    }
}
