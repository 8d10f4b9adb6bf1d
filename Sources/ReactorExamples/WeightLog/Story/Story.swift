import Reactor
import ReactorRecording
import ReactorTerminal

/// The demo of optimistic changes. It runs a real core with its commands and a service that is slow and fails.
struct Story {
    let plan: StoryPlan
    let output: Output
    /// The folder of the demo's recording, or nil if it is not recorded.
    let recording: String?
    var clock = RuntimeClock(.continuous)
    private let stage = StagedConditions()
    private let service: EmbeddedWeightService

    init(
        plan: StoryPlan, output: Output, recording: String? = nil, clock: RuntimeClock = RuntimeClock(.continuous)
    ) {
        self.plan = plan
        self.output = output
        self.recording = recording
        self.clock = clock
        service = EmbeddedWeightService(
            WeightBook(records: plan.earlier), conditions: stage)
    }

    func play() async throws {
        let (core, journal) = try await begin()
        let narrator = Narrator(output: output)
        core.add(subscriber: narrator, delivery: .every)
        do {
            try await play(Cast(core: core, narrator: narrator))
        } catch {
            await narrator.end()
            await core.close()
            // The first error is the one to report.
            try? await journal?.close()
            throw error
        }
        await core.close()
        do {
            try await journal?.close()
        } catch {
            throw StoreError.from(error)
        }
    }

    private func begin() async throws -> (Core<Weights>, Journal?) {
        let dependencies = Dependencies { $0.weights = service }
        let runtime = Runtime(clock: clock)
        guard let recording else {
            return (Core(state: Weights(), dependencies: dependencies, runtime: runtime), nil)
        }
        // An existing recording may be the log of a user.
        guard (try? RecordingReader(path: recording)) == nil else { throw StoreError.recordedBefore(recording) }
        do {
            let opened = try await Core.open(
                journal: recording, initial: Weights(), catalog: Weights.catalog,
                configuration: DataFolder.configuration { _ in }, dependencies: dependencies, runtime: runtime)
            return (opened.core, opened.journal)
        } catch {
            throw StoreError.from(error)
        }
    }

    /// The core of the demo and its narrator.
    private struct Cast {
        let core: Core<Weights>
        let narrator: Narrator
    }

    private func play(_ cast: Cast) async throws {
        try await say(
            output.screen.fitted("Your changes are shown immediately, and a slow service confirms or refuses them."))
        try await chapter("The log is fetched.")
        let fetch = cast.core.fire(command: GetWeightRecords())
        try await step(cast) { await land(fetch) }

        try await chapter("Five changes in a row, without waiting. The service answers in its own order.")
        let handles = await askAtOnce(for: plan.changes, cast)
        var refresh: CommandHandle?
        for (number, answer) in plan.answers.enumerated() {
            if number == plan.refresh.lowerBound { refresh = try await beginRefresh(cast) }
            if number == plan.refresh.upperBound, let refresh { try await landLate(refresh, cast) }
            try await give(answer, to: handles, cast)
        }
        try await conclude(cast)
    }

    /// Fires all changes, and returns when the service has received all calls and all changes are visible.
    private func askAtOnce(for changes: [Change], _ cast: Cast) async -> [Change: CommandHandle] {
        var handles: [Change: CommandHandle] = [:]
        for change in changes { handles[change] = cast.core.fire(command: ChangeWeights(change)) }
        for change in changes { await stage.arrived(.change([change])) }
        await cast.core.settled()
        return handles
    }

    private func give(_ answer: StoryPlan.Answer, to handles: [Change: CommandHandle], _ cast: Cast) async throws {
        try await step(cast) {
            await stage.answer(.change([answer.change]), refusal: answer.refusal)
            _ = await handles[answer.change]?.outcome
        }
    }

    /// Adds a weight by another device, and requests the records of the service. While the response is in flight, the
    /// other device corrects another weight, and the service pushes the correction.
    private func beginRefresh(_ cast: Cast) async throws -> CommandHandle {
        let elsewhere = [Change.add([plan.elsewhere])]
        async let added = service.carryOut(elsewhere)
        await stage.answer(.change(elsewhere))
        _ = try await added
        let refresh = cast.core.fire(command: GetWeightRecords())
        await stage.arrived(.list)
        try await say(Narration(screen: output.screen).marked("↻", .cyan, "a refresh is asked for"))
        let corrections = [Change.update(plan.corrected)]
        async let corrected = service.carryOut(corrections)
        await stage.answer(.change(corrections))
        let pushed = try await corrected
        guard let version = pushed.version else { throw StoryError.differs }
        try await step(cast) {
            for change in pushed.changes {
                cast.core.fire(event: ChangeArrived(change: change, version: version), .authoritative)
            }
        }
        return refresh
    }

    /// Delivers the records from before the push. They are older than the known version of the corrected weight.
    private func landLate(_ refresh: CommandHandle, _ cast: Cast) async throws {
        try await step(cast) { await land(refresh) }
        try await say(Narration(screen: output.screen).stays(plan.corrected))
    }

    private func land(_ refresh: CommandHandle) async {
        await stage.answer(.list)
        _ = await refresh.outcome
    }

    private func conclude(_ cast: Cast) async throws {
        try await chapter("The log shows the weights of the service, without another refresh:")
        let shown = await cast.core.state
        async let truth = service.list()
        await stage.answer(.list)
        try output.write(ListPage(entries: shown.entries).text)
        guard try await truth.records == shown.book.records, shown.pending.isEmpty else { throw StoryError.differs }
        try output.write(output.screen.fitted(Story.whatNext))
        try output.flush()
    }

    /// Performs one action after a pause, and returns when its lines are written.
    private func step(_ cast: Cast, _ body: () async -> Void) async throws {
        try await clock.sleep(for: Story.pause)
        await body()
        await cast.core.settled()
        try Task.checkCancellation()
        if let failure = await cast.narrator.failure { throw failure }
    }

    private func chapter(_ text: String) async throws {
        try await clock.sleep(for: Story.pause)
        try await say("\n\(output.screen.styled(output.screen.fitted(text), .bold))")
    }

    private func say(_ text: String) async throws {
        try output.line(text)
        try output.flush()
    }

    private static let pause = Duration.milliseconds(400)
    private static let whatNext = """

        Now your own:
          weightlog log 81.4           log a weight of today
          weightlog list               see the log
          weightlog import FILE.csv    add the weights of a file
          weightlog --help             everything else

        """
}
