/// A random number generator with the same numbers for the same seed in every process (Steele, Lea, Flood 2014): a 64-bit counter
/// with an odd step, and a mix of its bits.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    package private(set) var counter: UInt64
    package let step: UInt64

    package init(seed: UInt64, step: UInt64 = 0x9E37_79B9_7F4A_7C15) {
        counter = seed
        self.step = step
    }

    package mutating func next() -> UInt64 {
        counter &+= step
        return SplitMix64.mix(counter)
    }

    /// Returns a number in the range. The standard library's method can change with its version; this one does not.
    package mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    package static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
