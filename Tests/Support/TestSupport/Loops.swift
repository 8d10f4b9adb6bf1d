import Foundation

/// The number of repetitions in tests of behavior that shows only after many.
///
/// - By default a loop runs a fortieth of its length, or a sample that moves with the commit.
/// - `THOROUGH=1` in the environment runs every loop whole.
/// - `REACTOR_TSAN=1`, set if the suite is built with the thread sanitizer, which is ten times slower, runs a twentieth of the
///   rounds.
package enum Loops {
    package static let isThorough = isSet("THOROUGH")
    package static let isSanitized = isSet("REACTOR_TSAN")

    /// The rounds to run of a loop with the full length `whole`: at least one, or at least the number that the test requires.
    package static func rounds(of whole: Int, atLeast least: Int = 1) -> Int {
        max(least, whole / (isThorough ? 1 : 40) / (isSanitized ? 20 : 1))
    }

    /// The seeds to run of the first `whole`: all of them, or a sample that `REACTOR_SEED`, the number of a commit, moves.
    package static func seeds(of whole: Int, atLeast least: Int = 1) -> Range<UInt64> {
        let count = UInt64(rounds(of: whole, atLeast: least))
        let first = isThorough ? 0 : commit % UInt64(whole) * count % (UInt64(whole) - count + 1)
        return first..<first + count
    }

    /// The places of a range to run: all of them, or one of `interval`, from a first one that `REACTOR_SEED` moves.
    package static func places(_ range: ClosedRange<Int>, oneOf interval: Int) -> StrideThrough<Int> {
        let step = (isThorough ? 1 : interval) * (isSanitized ? 20 : 1)
        return stride(from: range.lowerBound + Int(commit % UInt64(step)), through: range.upperBound, by: step)
    }

    private static let commit = ProcessInfo.processInfo.environment["REACTOR_SEED"].flatMap(UInt64.init) ?? 0

    /// The rounds of a loop that is short enough to be run whole always, but under the thread sanitizer.
    package static func always(_ whole: Int) -> Int { max(1, whole / (isSanitized ? 20 : 1)) * (isThorough ? 20 : 1) }

    private static func isSet(_ name: String) -> Bool { ProcessInfo.processInfo.environment[name] == "1" }
}
