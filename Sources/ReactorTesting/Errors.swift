/// The error messages of this module. Each names the fault, its place and the fix.
enum Errors {
    /// A random number below 0, or below less than 1, was asked for. The program stops.
    static let emptyDraw = "SeededRandom: nothing lies below 0; draw below 1 or more."

    // MARK: States

    /// `then(state:)` was given another state than came of it.
    static let otherState = "The state is not the one expected."

    /// The closure of a call makes a different state of the one before. The error lists what differs.
    static func changedOtherwise(_ what: String) -> String { "\(what) made a different state than the one expected." }

    /// A call without a closure says that nothing changes, and something did.
    static func changedUnexpectedly(_ what: String) -> String {
        "\(what) changed the state, and no change was expected. Say which in a closure: { $0.… = … }."
    }

    // MARK: Events

    /// A middleware refused the event, or the core did. The error lists what was reported.
    static func notApplied(_ what: String, _ reports: [String]) -> String {
        "\(what) was fired and not applied.\(list(reports))"
    }

    /// Something happened since the last call that no call has looked at.
    static func unseenBefore(_ what: String, _ unseen: [String]) -> String {
        "Before \(what) is fired, look at what has happened, or make the TestCore with exhaustive: false:\(list(unseen))"
    }

    /// A call looks for an event, and all that can go on by itself has gone on.
    static func nothing(_ what: String, _ standstill: String) -> String {
        "\(what) was expected, and nothing happened. \(standstill)"
    }

    /// A call looks for one event, and another one came first.
    static func somethingElse(_ what: String, _ unseen: [String]) -> String {
        "\(what) was expected next; this has happened instead:\(list(unseen))"
    }

    /// A call gives the event it expects, and one of its type came that is not equal to it.
    static func otherEvent(_ what: String) -> String { "\(what) came with other content than expected." }

    /// `refused(_:)` looks for a refusal, and there was none, or another.
    static func notRefused(_ what: String, _ reports: [String]) -> String {
        reports.isEmpty
            ? "\(what) was expected to be refused, and nothing was refused."
            : "\(what) was expected to be refused; this was reported instead:\(list(reports))"
    }

    /// Behind a sentence that says that nothing happened.
    static func standstill(_ running: [String], _ time: String?) -> String {
        guard !running.isEmpty else {
            return "No command runs. Fire what is to cause it, and look before other events."
        }
        return
            "Everything is at rest, while these run: \(running.joined(separator: ", ")). \(time.map { "\($0) " } ?? "")"
            + "Open the gate a command stands at, move the time, or, where it left for a thread of its own, await its "
            + "handle's outcome first."
    }

    /// How far the test has to move the time: behind a sentence that says that nothing happened.
    static func time(now: Duration, next: Duration) -> String {
        "The clock stands at \(now), and the next sleeper wakes at \(next)."
    }

    /// `advanceToNextSleeper()` was called, and nobody waits for a time.
    static let nobodySleeps = "Nobody sleeps on the clock, so time has nowhere to go. Fire what is to sleep first."

    /// The task that waits in `sleepers(_:)` was cancelled, and another number sleeps.
    static func otherSleepers(_ count: Int, _ deadlines: [Duration], now: Duration) -> String {
        "This waited until exactly \(count) sleep on the clock, which stands at \(now), and was cancelled. Those who sleep want "
            + "to wake at: \(deadlines). Timeouts, retries, debounces and throttles sleep too; wait for the number that sleeps."
    }

    /// The task that waits in `arrived(_:)` was cancelled, and fewer came.
    static func nobodyArrived(_ count: Int, _ arrivals: Int) -> String {
        "This waited for arrivals at a gate, and was cancelled: \(arrivals) of \(count) came. Make the code under test come to "
            + "this gate, or wait for as many as come."
    }

    // MARK: What happened

    /// A prediction began, and the test looks for something else: the call that looks at it.
    static func predicted(_ events: String, _ first: String) -> String {
        "\(events) predicted: look with predicted(\(first).self)"
    }

    /// A prediction was committed, and the test looks for something else: the call that looks at it.
    static func confirmed(_ prediction: String, _ replacement: String, _ types: String) -> String {
        "\(prediction) confirmed\(replacement.isEmpty ? "" : " with \(replacement)"): look with confirmed(\(types))"
    }

    /// A prediction was rolled back, and the test looks for something else: the call that looks at it.
    static func withdrawn(_ prediction: String, _ message: String, _ types: String) -> String {
        "\(prediction) withdrawn\(message.isEmpty ? "" : " with \(message)"): look with withdrawn(\(types))"
    }

    /// A group was applied, and the test looks for something else: the call that looks at it.
    static func group(_ events: String) -> String { "\(events), as one: look with receive(group:)" }

    /// What `confirmed(_:with:)` looks for, named in its failure.
    static func confirmation(_ event: String, _ replacement: [String]) -> String {
        "the confirmation of \(event)" + (replacement.isEmpty ? "" : " with \(replacement.joined(separator: ", "))")
    }

    /// What `withdrawn(_:with:)` looks for, named in its failure.
    static func withdrawal(_ event: String, _ message: [String]) -> String {
        "the withdrawal of \(event)" + (message.isEmpty ? "" : " with \(message.joined(separator: ", "))")
    }

    // MARK: Commands

    /// `launched(_:)` looks for a command that was not launched.
    static func notLaunched(_ what: String, _ others: [String]) -> String {
        others.isEmpty
            ? "\(what) was expected to be launched, and no command was launched since the last look."
            : "\(what) was expected to be launched; these were instead:\(list(others))"
    }

    /// `launchedNone()`, and a command was launched.
    static func launchedUnexpectedly(_ launches: [String]) -> String {
        "No command was expected to be launched; these were, and launched(_:) looks at them:\(list(launches))"
    }

    // MARK: The end

    /// What is left when a test ends.
    struct Left {
        let unseen: [String]
        let running: [String]
        let pending: [String]
        let mistakes: [String]
        let time: String?

        var isNothing: Bool { unseen.isEmpty && running.isEmpty && pending.isEmpty && mistakes.isEmpty }
    }

    /// `finish()`, and something was not looked at, still runs, or is pending.
    static func left(_ left: Left) -> String {
        var parts: [String] = []
        if !left.unseen.isEmpty { parts.append("This has happened, and was not looked at:\(list(left.unseen))") }
        if !left.running.isEmpty {
            parts.append(
                "These commands still run; let them end, or cancel them:\(list(left.running + (left.time.map { [$0] } ?? [])))"
            )
        }
        if !left.pending.isEmpty { parts.append("These predictions are not resolved:\(list(left.pending))") }
        if !left.mistakes.isEmpty { parts.append("The core reported:\(list(left.mistakes))") }
        return "The test is not over. " + parts.joined(separator: "\n  ")
    }

    /// A test core was released without `finish()`; said at its line by `failuresAtTheLine`, printed without.
    static func letGoUnfinished(_ unseen: [String]) -> String {
        "This TestCore was released without finish(), and this was not looked at:\(list(unseen))"
    }

    /// A test core was released without `finish()`, in a test that does not use `failuresAtTheLine`.
    static func releasedUnfinished(_ unseen: [String], _ site: String) -> String {
        "Reactor: the TestCore made at \(site) was released without finish(), and this was not looked at:\(list(unseen))"
    }

    // MARK: Recordings

    /// `verify`, or a test core, was given a recording that cannot be replayed.
    static func notReplayed(_ path: String, _ why: String) -> String { "\(path) cannot be replayed. \(why)" }
    static func recordingDiffers(_ path: String, _ finding: String) -> String { "\(path): \(finding)" }

    /// `verify` was given a recording that proves nothing: it has no entry.
    static func emptyRecording(_ path: String) -> String {
        "\(path) holds no entry, so nothing was verified. Record a session first."
    }

    /// `verify` was given a recording whose digests are missing, or cannot be compared with today's states.
    static func nothingCompared(_ path: String, _ reason: String) -> String {
        "\(path) was replayed, and nothing in it was compared. \(reason) Check the state that it is replayed to, then run the "
            + "test with UPDATE=1, which writes the digests of today's states into the file."
    }

    // MARK: Differences

    static let theWhole = "the whole"
    static let nothingThere = "nothing"
    /// Behind a property in a failure: a type whose `==` looks at what is not stored, or at a reference.
    static let onlyUnequal = "no member that can be seen differs; == says they are not equal"
    /// Behind a property in a failure: an array whose elements only moved.
    static let otherOrder = "the same elements in another order"

    /// The end of a long failure.
    static func furtherMembers(after count: Int) -> String { "… and more; the first \(count) are shown" }
    /// Behind a property in a failure: values of two types, such as two cases of an existential.
    static func otherType(_ expected: String, _ found: String) -> String { "\(expected) expected, \(found) found" }
    static func elements(_ count: Int) -> String { "\(count) elements" }

    /// Behind a property in a failure: two long texts.
    static func textsDiffer(character: Int, line: Int) -> String {
        "they differ from character \(character) on\(line > 1 ? ", line \(line)" : "")"
    }

    /// Each on a line of its own; of many, the first.
    private static func list(_ lines: [String]) -> String {
        let more = lines.count > 20 ? ["… and \(lines.count - 20) more"] : []
        return (lines.prefix(20) + more).map { "\n    \($0)" }.joined()
    }
}
