import Foundation

/// The same numbers for the same seed (SplitMix64).
struct JournalRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

/// How many rounds of a long loop are run: all with `THOROUGH=1`, a twentieth otherwise, and a twentieth of that under the
/// thread sanitizer.
enum JournalRounds {
    static func of(_ whole: Int) -> Int {
        max(1, whole / (isSet("THOROUGH") ? 1 : 20) / (isSet("REACTOR_TSAN") ? 20 : 1))
    }

    private static func isSet(_ name: String) -> Bool { ProcessInfo.processInfo.environment[name] == "1" }
}
