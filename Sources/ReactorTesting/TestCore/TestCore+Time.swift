import Reactor

extension TestCore {
    /// Moves the time from one sleeper to the next, and completes all work of each before the next.
    public nonisolated(nonsending) func advance(by duration: Duration) async {
        await advance(to: clock.now.advanced(by: duration))
    }

    /// Moves the time to an instant, from one sleeper to the next.
    nonisolated(nonsending) func advance(to instant: ManualClock.Instant) async {
        await rest()
        while let next = clock.deadlines.first, next <= instant, !isClosed {
            await rest { clock.advance(to: next) }
        }
        clock.advance(to: instant)
    }

    /// Moves the time to the next deadline, and completes all work that follows.
    ///
    /// - Returns: The duration of the move.
    /// - Throws: ``TestFailure`` if no task sleeps.
    @discardableResult
    public nonisolated(nonsending) func advanceToNextSleeper(
        fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> Duration {
        await rest()
        var moved: Duration?
        await rest { moved = clock.advanceToNextSleeper() }
        try checkOpen(TestSite(fileID, line))
        guard let moved else {
            throw fail(
                "No task is sleeping on the clock, so there is no time to advance to. First fire the command that should sleep.",
                nil, TestSite(fileID, line))
        }
        return moved
    }

    /// Returns when the core is idle: nothing happens until the test moves the time, opens a gate, or fires.
    public nonisolated(nonsending) func settled() async { await rest() }

    /// Ends the test.
    ///
    /// - Throws: ``TestFailure``, unless `exhaustive` is false, if an event was not checked, a command is in progress, a
    ///   prediction is pending, or the core reported a programming error.
    public nonisolated(nonsending) func finish(fileID: StaticString = #fileID, line: UInt = #line) async throws {
        await rest(until: { _ in false })
        try checkOpen(TestSite(fileID, line))
        defer { finished() }
        let left = incomplete
        guard !isExhaustive || left.isEmpty else {
            throw fail("The test is not complete. " + left.joined(separator: "\n  "), nil, TestSite(fileID, line))
        }
    }

    /// The paragraphs of a failure about a test that is not complete.
    var incomplete: [String] {
        recorder.withLock { content in
            [
                (
                    "These events happened, and the test does not assert them:",
                    content.happenings.map { content.describe($0) }
                ),
                (
                    "These commands are still running. Let them end, cancel them, or call skipInFlightCommands():",
                    content.running.isEmpty ? [] : content.running + (time.map { [$0] } ?? [])
                ),
                ("These predictions are not resolved:", content.pending.sorted().map { content.describe($0) }),
                (
                    "These events were refused, because the child state that they were fired into does not exist. Assert it with "
                        + "refused(_:), or fire them when it exists:",
                    content.reports.filter(\.isOwnMiss).map(\.description)
                ),
                ("The core reported:", content.reports.filter(\.isMisuse).map(\.description)),
            ].filter { !$0.1.isEmpty }.map { $0.0 + indented($0.1) }
        }
    }

    /// Returns the reason why the core is idle, and a fix.
    func standstill(_ content: ActivityRecorder<StateType>.Observations) -> String {
        guard !content.running.isEmpty else {
            return "No command is running. Fire the event that should cause it, and assert it before other events."
        }
        return
            "Nothing can continue, and these commands are still running: \(content.running.joined(separator: ", ")). "
            + "\(time.map { "\($0) " } ?? "")Open the gate that a command waits at, advance the clock, or, if a command works on "
            + "another thread, await its handle's outcome first."
    }

    private var time: String? {
        guard let next = clock.deadlines.first else { return nil }
        return "The clock is at \(clock.now.offset), and the next sleeper wakes at \(next.offset)."
    }
}

/// Indents each line of a failure. Of more than 20 lines, only the first are returned.
func indented(_ lines: [String]) -> String {
    let more = lines.count > 20 ? ["… and \(lines.count - 20) more"] : []
    return (lines.prefix(20) + more).map { "\n    \($0)" }.joined()
}

extension Runtime.Report {
    /// Whether it reports an event for a missing child state that no command has fired.
    fileprivate var isOwnMiss: Bool { refusal.map { $0.reason == .absent && $0.cause == nil } ?? false }
}
