import Foundation

/// How often tests repeat what only shows when it is done often.
///
/// - By default a loop runs a twentieth of its length, so that the whole suite takes less than a minute.
/// - `THOROUGH=1` in the environment runs every loop whole.
/// - `REACTOR_TSAN=1`, set where the suite is built with the thread sanitizer, which is ten times slower, runs a twentieth
///   of what would be run otherwise.
package enum Loops {
    package static let isThorough = isSet("THOROUGH")
    package static let isSanitized = isSet("REACTOR_TSAN")

    /// The rounds to run of a loop whose whole length is `whole`; at least one, or as many as show what the test says that
    /// they show.
    package static func rounds(of whole: Int, atLeast least: Int = 1) -> Int {
        max(least, whole / (isThorough ? 1 : 20) / (isSanitized ? 20 : 1))
    }

    /// As many seeds as `rounds(of:)`.
    package static func seeds(of whole: Int) -> UInt64 { UInt64(rounds(of: whole)) }

    /// The rounds of a loop that is short enough to be run whole always, but under the thread sanitizer.
    package static func always(_ whole: Int) -> Int { max(1, whole / (isSanitized ? 20 : 1)) * (isThorough ? 20 : 1) }

    private static func isSet(_ name: String) -> Bool { ProcessInfo.processInfo.environment[name] == "1" }
}
