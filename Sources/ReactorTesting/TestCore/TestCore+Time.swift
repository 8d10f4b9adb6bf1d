import Reactor

extension TestCore {
    /// Moves the time, from one sleeper to the next, and lets everything happen that comes of each before it goes on.
    public nonisolated(nonsending) func advance(by duration: Duration) async {
        await advance(to: clock.now.advanced(by: duration))
    }

    /// Moves the time to an instant, from one sleeper to the next.
    nonisolated(nonsending) func advance(to instant: ManualClock.Instant) async {
        await rest()
        while let next = clock.deadlines.first, next <= instant { await rest { clock.advance(to: next) } }
        clock.advance(to: instant)
    }

    /// Moves the time to where the next sleeper wakes, and lets everything happen that comes of it.
    ///
    /// - Returns: how far the time moved.
    /// - Throws: ``TestFailure`` when nobody sleeps.
    @discardableResult
    public nonisolated(nonsending) func advanceToNextSleeper(
        fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> Duration {
        await rest()
        var moved: Duration?
        await rest { moved = clock.advanceToNextSleeper() }
        guard let moved else { throw fail(Errors.nobodySleeps, nil, TestSite(fileID, line)) }
        return moved
    }

    /// Returns when everything is at rest: nothing happens any more until the test moves the time, opens a gate, or fires.
    public nonisolated(nonsending) func settled() async { await rest() }

    /// Ends the test.
    ///
    /// - Throws: ``TestFailure``, unless `exhaustive: false`, when something was not looked at, a command still runs, a
    ///   prediction is pending, or the core reported a mistake of the program.
    public nonisolated(nonsending) func finish(fileID: StaticString = #fileID, line: UInt = #line) async throws {
        await rest { _ in false }
        defer { finished() }
        guard isExhaustive else { return }
        let left = witness.withLock { content in
            Errors.Left(
                unseen: content.happenings.map { content.describe($0) },
                running: content.running,
                pending: content.pending.sorted().map { content.describe($0) },
                mistakes: content.reports.filter(\.isMisuse).map(\.description),
                time: time)
        }
        guard left.isNothing else { throw fail(Errors.left(left), nil, TestSite(fileID, line)) }
    }

    /// Why nothing happens any more.
    func standstill(_ content: Witness<StateType>.Content) -> String { Errors.standstill(content.running, time) }

    private var time: String? {
        guard let next = clock.deadlines.first else { return nil }
        return Errors.time(now: clock.now.offset, next: next.offset)
    }
}
