/// A random source that gives the same numbers for the same seed, in any process, on any platform.
///
/// The algorithm is SplitMix64 (Steele, Lea, Flood 2014): a 64 bit counter that moves on by an odd step, and a mix of its
/// bits. Everything drawn by the methods here is part of the promise too; `Int.random(in:using:)` and `shuffled(using:)`
/// of the standard library may draw differently in another version of it.
///
/// ```swift
/// var random = SeededRandom(seed: 7)
/// let amount = random.number(in: 1...6)
/// var latencies = random.split()            // a stream of its own: what it draws changes nothing here
/// let latency = latencies.number(in: 1...100)
/// ```
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var counter: UInt64
    private let step: UInt64

    /// The source of this seed.
    public init(seed: UInt64) { self.init(counter: seed, step: 0x9E37_79B9_7F4A_7C15) }

    private init(counter: UInt64, step: UInt64) {
        self.counter = counter
        self.step = step
    }

    public mutating func next() -> UInt64 {
        counter &+= step
        return SeededRandom.mix(counter)
    }

    // MARK: Streams

    /// A source that is independent of this one from here on. Takes two numbers from this one.
    public mutating func split() -> SeededRandom {
        SeededRandom(counter: next(), step: SeededRandom.makeStep(next()))
    }

    /// The source that belongs to a name: always the same for the same source and name, in whatever order they are asked
    /// for. Takes no number from this one.
    package func split(named name: String) -> SeededRandom {
        // FNV-1a: Hasher differs from process to process.
        let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        var named = SeededRandom(counter: SeededRandom.mix(counter) ^ hash, step: step)
        return named.split()
    }

    // MARK: Drawing

    /// A number from 0 up to `bound`, without it. The bias is below `bound` in 2⁶⁴.
    package mutating func below(_ bound: Int) -> Int {
        guard bound > 0 else { fatalError("SeededRandom.below(_:) needs a bound of at least 1.") }
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// A number from the range.
    public mutating func number(in range: ClosedRange<Int>) -> Int {
        Int(number(in: Int64(range.lowerBound)...Int64(range.upperBound)))
    }

    /// A number from the range.
    mutating func number(in range: ClosedRange<Int64>) -> Int64 {
        let width = UInt64(bitPattern: range.upperBound) &- UInt64(bitPattern: range.lowerBound) &+ 1
        let drawn = next()
        // The whole of Int64 has no width that fits.
        let offset = width == 0 ? drawn : drawn.multipliedFullWidth(by: width).high
        return range.lowerBound &+ Int64(bitPattern: offset)
    }

    /// A fraction from 0 up to 1, without it, of 53 bits.
    package mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// True so many times out of a hundred.
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// One of the elements, nil when there are none.
    package mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element? {
        elements.isEmpty ? nil : elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
    }

    /// Puts elements in an order that the seed decides (Fisher–Yates).
    package mutating func shuffle<Element>(_ elements: inout [Element]) {
        for last in stride(from: elements.count - 1, to: 0, by: -1) { elements.swapAt(last, below(last + 1)) }
    }

    // MARK: Mixing

    private static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A step must be odd, and change bits often enough from one count to the next.
    private static func makeStep(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        mixed = (mixed ^ (mixed >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        mixed = (mixed ^ (mixed >> 33)) | 1
        return (mixed ^ (mixed >> 1)).nonzeroBitCount < 24 ? mixed ^ 0xAAAA_AAAA_AAAA_AAAA : mixed
    }
}
