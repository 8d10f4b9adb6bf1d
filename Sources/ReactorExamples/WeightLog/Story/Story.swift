import Reactor
import Terminal

/// The story of optimistic logging, played for real: a core, its commands, and a service that is slow and fails.
struct Story {
    let seed: UInt64
    let output: Output
    var clock = RuntimeClock(.continuous)

    func tell() async throws {
        let plan = StoryPlan(seed: seed)
        let service = EmbeddedWeightService(
            store: MemoryWeightStore(initial: WeightBook(records: plan.earlier)),
            conditions: StoryConditions(plan: plan, clock: clock))
        let core = Core(
            state: Weights(), dependencies: Dependencies { $0.weights = service }, runtime: Runtime(clock: clock))
        let narrator = Narrator(output: output)
        core.add(subscriber: narrator, delivery: .every)

        try await say("Optimistic weight logging: what you log shows at once, and a slow service has the last word.")
        try await say("The service runs inside this process; seed \(seed) decides when it answers and what it refuses.")
        try await chapter("The log is fetched.")
        core.fire(command: GetWeightRecords(), options: GetWeightRecords.options)
        try await allDone(core, narrator)

        try await chapter("Three weights are logged in a row; nobody waits for the service.")
        for record in plan.logged { core.fire(command: LogWeight(record: record)) }
        _ = try await service.add([plan.elsewhere])
        try await allDone(core, narrator)

        try await chapter("The one that was withdrawn is logged again.")
        core.fire(command: LogWeight(record: plan.again))
        try await allDone(core, narrator)

        try await conclude(try await service.list(), shown: core.state)
        await core.close()
    }

    private func conclude(_ truth: WeightBook, shown state: Weights) async throws {
        try await chapter("What shows is what the service has:")
        try output.write(ListPage(entries: state.entries, unit: .kilograms).text)
        guard state.confirmed == truth, state.pending.isEmpty else { throw StoryError.differs }
        try output.write(Story.whatNext)
        try output.flush()
    }

    private func chapter(_ text: String) async throws {
        try await clock.sleep(for: Story.pause)
        try await say("\n\(output.screen.styled(text, .bold))")
    }

    private func say(_ text: String) async throws {
        try output.line(text)
        try output.flush()
    }

    /// Everything answered, told and written.
    private func allDone(_ core: Core<Weights>, _ narrator: Narrator) async throws {
        await core.idle()
        try Task.checkCancellation()
        if let failure = await narrator.failure { throw failure }
    }

    private static let pause = Duration.milliseconds(500)
    private static let whatNext = """

        Now your own:
          weightlog log 81.4           log a weight of today
          weightlog list               see the log
          weightlog chart              see it as a line
          weightlog import FILE.csv    bring what you have
          weightlog --help             everything else

        """
}
