import Reactor

extension TestCore {
    /// Performs a part of a test that checks only some events, as with `exhaustive: false`.
    ///
    /// ```swift
    /// let core = TestCore(state: Counter())
    /// try await core.withoutExhaustivity {
    ///     try await core.perform { core in
    ///         core.fire(event: Added(amount: 2))
    ///         core.fire(event: Added(amount: 3))
    ///     }
    ///     try await core.receive(Added(amount: 3)) { $0.count = 5 }
    /// }
    /// try await core.fire(event: Added(amount: 1)) { $0.count = 6 }
    /// ```
    ///
    /// At the end it skips the events that happened and were not checked. Commands that still run continue, and you check their
    /// later events.
    @discardableResult
    public nonisolated(nonsending) func withoutExhaustivity<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let wasExhaustive = isExhaustive
        recorder.withLock { $0.isExhaustive = false }
        defer { recorder.withLock { $0.isExhaustive = wasExhaustive } }
        let result = try await body()
        await rest()
        if wasExhaustive { skip() }
        return result
    }

    /// Skips the events that happened and were not checked, with predictions and their ends.
    ///
    /// - Throws: ``TestFailure`` if no event is left to skip.
    public nonisolated(nonsending) func skipReceivedEvents(
        fileID: StaticString = #fileID, line: UInt = #line
    ) async throws {
        await rest(until: { !$0.happenings.isEmpty })
        guard skip() > 0 else {
            throw fail(
                "The test has asserted every event, so skipReceivedEvents() has no event to skip. Remove the call.",
                nil,
                TestSite(fileID, line))
        }
    }

    /// Cancels the commands that are still running, and skips the events of their ends.
    ///
    /// - Throws: ``TestFailure`` if no command is running, or an earlier event was not checked, unless `exhaustive` is false.
    public nonisolated(nonsending) func skipInFlightCommands(
        fileID: StaticString = #fileID, line: UInt = #line
    ) async throws {
        let site = TestSite(fileID, line)
        let first = try await begin("commands are skipped", site).happenings
        guard recorder.withLock({ !$0.commands.isEmpty }) else {
            throw fail(
                "No command is running, so skipInFlightCommands() has no command to skip. Remove the call.", nil, site)
        }
        await rest { core.cancelAll() }
        skip(after: first)
    }

    /// Skips the happenings after a number, and returns their number.
    @discardableResult
    private func skip(after number: Int = 0) -> Int {
        let skipped = recorder.withLock { $0.skip(after: number) }
        handleFailures(of: skipped)
        return skipped.count
    }

    /// Counts failures of commands as handled, because the test has received or skipped their ends.
    func handleFailures(of happenings: some Sequence<CoreActivity<StateType>>) {
        for happening in happenings {
            for case let ended as CommandEnded in happening.events { _ = ended.outcome }
        }
    }
}
