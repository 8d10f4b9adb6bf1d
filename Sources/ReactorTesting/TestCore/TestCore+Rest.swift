import Reactor

extension TestCore {
    /// Performs a closure, and returns when no consequence of it is left.
    ///
    /// It also returns if the core reported an infinite loop, or if the test is cancelled. The core is then closed, so that the work
    /// ends.
    nonisolated(nonsending) func rest(after body: () -> Void) async {
        if isClosed { return }
        var settled = await run(body)
        while true {
            if Task.isCancelled || executor.isStopped { return close() }
            let arrivals = executor.arrivals
            let hasSettled = settled.hasFired
            // Only a command or a subscriber can use the main actor, and their jobs were enqueued there before this one.
            guard !hasSettled || recorder.withLock({ !$0.commands.isEmpty }) else {
                return quiet.withLock { $0 = arrivals }
            }
            await Task.detached { @MainActor in }.value
            guard executor.arrivals != arrivals else { return }
            settled = await run {}
        }
    }

    /// Returns when no work is left.
    nonisolated(nonsending) func rest() async {
        if !isAtRest { await rest {} }
    }

    /// Closes the core without waiting for it.
    private func close() {
        guard
            recorder.withLock({ content in
                defer { content.isClosed = true }
                return !content.isClosed
            })
        else { return }
        Task.detached { [core] in await core.close(grace: .zero) }
    }

    var isClosed: Bool { recorder.withLock { $0.isClosed } }

    /// Throws if the core was closed because of an infinite loop or a cancellation.
    func checkOpen(_ site: TestSite) throws {
        let (isClosed, loop) = recorder.withLock { content in
            (content.isClosed, content.reports.first(where: \.isEndless)?.description)
        }
        guard isClosed else { return }
        finished()
        guard let loop else { throw CancellationError() }
        throw fail(loop, nil, site)
    }

    /// Whether no job has arrived since the core was last idle.
    private var isAtRest: Bool {
        let arrivals = executor.arrivals
        return quiet.withLock { $0 == arrivals }
    }

    private nonisolated(nonsending) func run(_ body: () -> Void) async -> Signal {
        var settled: Signal?
        await executor.run {
            body()
            settled = core.settling()
        }
        return settled ?? core.settling()
    }

    /// Waits for work that runs elsewhere, if `waitsForOthers`, until `isEnough` or until nothing can follow.
    ///
    /// - Parameter mayContinue: Whether something can follow.
    nonisolated(nonsending) func rest(
        while mayContinue: (ActivityRecorder<StateType>.Observations) -> Bool = { !$0.commands.isEmpty },
        until isEnough: (ActivityRecorder<StateType>.Observations) -> Bool
    ) async {
        await rest()
        while waitsForOthers {
            let arrivals = executor.arrivals
            guard !isClosed, recorder.withLock({ mayContinue($0) && !isEnough($0) }) else { return }
            await executor.arrived(after: arrivals)
            if Task.isCancelled { return close() }
            await rest()
        }
    }

    /// Compares the state after a happening with the state that the test expects.
    func compare(
        _ what: @autoclosure () -> String, _ happening: CoreActivity<StateType>,
        _ change: ((inout StateType) throws -> Void)?, _ site: TestSite
    ) throws {
        handleFailures(of: [happening])
        let isExhaustive = isExhaustive
        recorder.withLock { content in
            // The commands that a Reset cancels end before it, but a test checks the Reset first.
            guard happening.number > content.lookedAtNumber else { return }
            content.lookedAtNumber = happening.number
            content.lookedAt = happening.after
        }
        guard isExhaustive || change != nil else { return }
        var expected = isExhaustive ? happening.before : happening.after
        recorder.withLock { $0.asserted = happening }
        defer { recorder.withLock { $0.asserted = nil } }
        do { try change?(&expected) } catch {
            finished()
            throw error
        }
        let difference = StateDifference(expected: expected, found: happening.after)
        guard !difference.isEmpty else {
            guard isExhaustive, change != nil,
                StateDifference(expected: happening.before, found: happening.after).isEmpty
            else { return }
            throw fail(
                "The closure of \(what()) changes nothing, and the state did not change. Remove the closure, or assert the change "
                    + "that you expect.", nil, site)
        }
        throw fail(
            change == nil
                ? "\(what()) changed the state, and the test expected no change. Describe the change in a closure: { $0.… = … }."
                : "\(what()) changed the state, and the test expected another change.",
            difference, site)
    }
}

extension Runtime.Report {
    /// Whether it reports an infinite loop.
    var isEndless: Bool { if case .endlessCascade = subject { true } else { false } }
}
