import Reactor

/// The result of one run.
struct SimulationRun {
    /// The reason for a failure.
    struct Problem {
        /// The kind of the failure. Shrinking only accepts failures of the same kind.
        let kind: String
        let text: String
    }

    let script: SimulationScript
    var problem: Problem?
    var digest: UInt64
    var turns: Int
    /// The number of steps in the body, performed or left out.
    var steps: Int
    var faults: [String]
    var values: [DrawnValue]
    var reordered: [Int]
    var reached: [String: Bool]
    var lines: [HistoryLine]
}

extension SimulationRun {
    typealias Body = @Sendable (Simulation) async throws -> Void

    /// Runs a script until all work has ended.
    init(
        _ script: SimulationScript, _ options: SimulationOptions, isWritten: Bool = false, _ body: @escaping Body
    ) async {
        let simulation = Simulation(script: script, options: options, isWritten: isWritten)
        var problem = await simulation.perform(body, options)
        let record = simulation.scheduler.record
        if problem == nil && record.arrivedLate > 0 {
            problem = .arrivedLate(record.arrivedLate)
        }
        self = simulation.content.withLock { content in
            SimulationRun(
                script: script, problem: problem, digest: record.digest, turns: record.turns, steps: content.steps,
                faults: content.faults, values: content.values, reordered: record.reordered, reached: content.reached,
                lines: record.lines)
        }
        simulation.tearDown()
    }
}

extension Simulation {
    typealias Problem = SimulationRun.Problem

    /// Runs the body, and then ends all work.
    fileprivate func perform(_ body: @escaping SimulationRun.Body, _ options: SimulationOptions) async -> Problem? {
        let ended = Guarded<Result<Void, any Error>?>(nil)
        // With the task-local values of the test, so that expectations in the body belong to it.
        let task = Task(executorPreference: scheduler) {
            do {
                try await body(self)
                ended.withLock { $0 = .success(()) }
            } catch {
                ended.withLock { $0 = .failure(error) }
            }
        }
        content.withLock { $0.tasks.append(task) }
        let rest = await drive(options, waitsForOthers: true) { [self] in
            ended.withLock { $0 != nil } || content.withLock { $0.failure != nil }
        }
        if case .failure(let error) = ended.withLock({ $0 }) { return .thrown(error) }
        if let error = content.withLock({ $0.failure }) { return .thrown(error) }
        switch rest {
        case .done: return await end(options)
        case .quiet: return .stalled(await unfinished(options))
        case .restless: return .restless(turns: options.turnLimit)
        }
    }

    /// Stops the faults, and checks that all work ends.
    private func end(_ options: SimulationOptions) async -> Problem? {
        endFaults()
        let rest = await drive(options, waitsForOthers: false) { [self] in content.withLock { $0.failure != nil } }
        if let error = content.withLock({ $0.failure }) { return .thrown(error) }
        if rest == .restless { return .restless(turns: options.turnLimit) }
        let unfinished = await unfinished(options)
        return unfinished.isEmpty ? nil : .unfinished(unfinished)
    }

    /// Returns the work that has begun and not ended.
    private func unfinished(_ options: SimulationOptions) async -> [String] {
        let (open, cores) = content.withLock { content in
            (content.open.sorted { $0.key < $1.key }.map(\.value), content.cores)
        }
        var found = open
        for core in cores {
            let answer = Guarded<[String]?>(nil)
            Task.detached(executorPreference: scheduler) {
                let unfinished = await core.unfinished()
                answer.withLock { $0 = unfinished }
            }
            _ = await drive(options, waitsForOthers: false) { answer.withLock { $0 != nil } }
            found += (answer.withLock { $0 } ?? ["the core does not respond"]).map { "\(core.name): \($0)" }
        }
        return found
    }

    /// Runs turns. If no job can run, it waits briefly for work that left the simulation. The run fails in both cases, but then
    /// with a better message.
    private func drive(
        _ options: SimulationOptions, waitsForOthers: Bool, until isDone: () -> Bool
    ) async -> Scheduler.Rest {
        while true {
            let rest = scheduler.run(atMost: options.turnLimit, letsSettle: waitsForOthers, until: isDone)
            guard rest == .quiet && waitsForOthers else { return rest }
            scheduler.pause()
            try? await ContinuousClock().sleep(for: .milliseconds(50))
            if !scheduler.isReady { return .quiet }
        }
    }

    /// Releases all remaining work of a run.
    fileprivate func tearDown() {
        let (tasks, cores) = content.withLock { content in
            defer { content.tasks = [] }
            return (content.tasks, content.cores)
        }
        for task in tasks { task.cancel() }
        scheduler.end()
        for core in cores { Task.detached(executorPreference: scheduler) { await core.close() } }
        _ = scheduler.run(atMost: 10_000) { false }
        content.withLock { $0.cores = [] }
        _ = scheduler.run(atMost: 10_000) { false }
        scheduler.abandon()
    }
}

extension SimulationRun.Problem {
    /// An error that the body or a started task threw.
    static func thrown(_ error: any Error) -> Self {
        if let failed = error as? ExpectationFailed { return Self(kind: failed.site, text: "\(failed)") }
        // The kind contains the case of an enum, without its payload.
        let mirror = Mirror(reflecting: error)
        let name = mirror.displayStyle == .enum ? mirror.children.first?.label ?? "\(error)" : ""
        return Self(kind: "\(type(of: error)).\(name)", text: "it threw \(type(of: error)): \(error)")
    }
}

extension SimulationRun.Problem {
    /// The body waits for an event that no turn and no time causes.
    fileprivate static func stalled(_ unfinished: [String]) -> Self {
        Self(
            kind: "stall",
            text: """
                nothing is ready, no task waits for a time, and the body has not returned.
                \(inProgress(unfinished))
                The body waits for something that never happens, or happens outside of the simulation: in a bare Task, on a \
                Dispatch queue, on the main actor, or by the system's clock. Start tasks with sim.start, wait with sim.clock, and \
                pass sim.runtime to cores.
                """)
    }

    /// A command, a call or a task is in progress after the body has returned.
    fileprivate static func unfinished(_ unfinished: [String]) -> Self {
        Self(
            kind: "unfinished",
            text: """
                the body has returned and faults are off, yet not everything has ended.
                \(inProgress(unfinished))
                Wait for its end, cancel it, or close its core at the end of the body.
                """)
    }

    /// More turns than `SimulationOptions.turnLimit`.
    fileprivate static func restless(turns: Int) -> Self {
        Self(
            kind: "restless",
            text: """
                Infinite loop: the simulation does not settle after \(turns) turns; see the last lines below. Cancel the loop, or \
                close its core, at the end of the body; or raise SimulationOptions.turnLimit.
                """)
    }

    /// Code outside of the simulation called into it.
    fileprivate static func arrivedLate(_ count: Int) -> Self {
        Self(
            kind: "escape",
            text: """
                \(count == 1 ? "a task" : "\(count) tasks") became ready from another thread: a bare Task, a Dispatch queue, the main \
                actor or the system's clock is in use, and the seed does not decide its order. Start tasks with sim.start, wait \
                with sim.clock, and pass sim.runtime to cores.
                """)
    }

    private static func inProgress(_ unfinished: [String]) -> String {
        unfinished.isEmpty
            ? "Nothing else is in progress."
            : "In progress:\n" + unfinished.map { "  \($0)" }.joined(separator: "\n")
    }
}
