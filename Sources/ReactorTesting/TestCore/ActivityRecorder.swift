import Reactor

/// The observer of a core under test, with the happenings that the test has not checked yet.
final class ActivityRecorder<StateType: State>: Sendable {
    struct Observations {
        /// The steps of the incomplete happening.
        var steps: [LogStep] = []
        var cause: LogCause?
        var happenings: [CoreActivity<StateType>] = []
        /// The number of happenings.
        var count = 0
        /// The state after the last happening.
        @Boxed var newest: StateType
        /// The state after the last checked happening, and its number.
        @Boxed var lookedAt: StateType
        var lookedAtNumber = 0
        /// The happening whose assertion is in progress.
        var asserted: CoreActivity<StateType>?
        /// The events of each prediction, with resolved predictions.
        var predictions: [PredictionID: [any Event]] = [:]
        var pending: Set<PredictionID> = []
        var silentlyRolledBack: [PredictionID] = []
        var commands: [UInt64: ObservedCommand] = [:]
        var launches: [Seen] = []
        var reports: [Runtime.Report] = []
        var stubs: [ObjectIdentifier: any Sendable] = [:]
        /// Whether the test must check everything that happens.
        var isExhaustive: Bool
        /// Whether the core was closed because of an infinite loop or a cancelled test.
        var isClosed = false

        /// Returns the happenings after a number, which then count as checked.
        ///
        /// Release them outside of the lock: the end of a failed command reports its failure when it is released.
        mutating func skip(after number: Int = 0) -> [CoreActivity<StateType>] {
            let skipped = happenings.filter { $0.number > number }
            happenings.removeAll { $0.number > number }
            silentlyRolledBack = []
            (lookedAt, lookedAtNumber) = (newest, count)
            return skipped
        }
    }

    /// A launch that the test has not checked.
    struct Seen {
        let launch: ObservedCommand
        /// Whether the test itself fired it.
        var isOwn = false
    }

    private let content: Guarded<Observations>

    /// - Parameter entries: The pending entries at the beginning, and the entries between them.
    init(state: StateType, pending entries: [LedgerEntry], isExhaustive: Bool) {
        var content = Observations(newest: state, lookedAt: state, isExhaustive: isExhaustive)
        for entry in entries {
            guard case .prediction(let id) = entry.owner else { continue }
            content.predictions[id, default: []] += entry.events.all
            content.pending.insert(id)
        }
        self.content = Guarded(content)
    }

    func withLock<Result>(_ body: (inout Observations) throws -> Result) rethrows -> Result {
        try content.withLock(body)
    }

    func report(_ report: Runtime.Report) { withLock { $0.reports.append(report) } }
}

extension ActivityRecorder: Recorder {
    var now: Timestamp? { nil }
    var room: Int { .max }
    var runLength: Int { 1 }
    var followsReactions: Bool { false }

    func record(_ step: LogStep, cause: LogCause?) {
        withLock { content in
            content.steps.append(step)
            content.cause = content.cause ?? cause
            switch step.kind {
            case .begin(let id):
                content.predictions[id] = step.events.all
                content.pending.insert(id)
            case .append(let id): content.predictions[id, default: []] += step.events.all
            case .commit(let id), .replace(let id), .rollback(let id): content.pending.remove(id)
            case .event(let withdrawing):
                content.pending.subtract(withdrawing)
                content.silentlyRolledBack += withdrawing
            case .mark, .report, .place, .release: break
            }
        }
    }

    func groupBegan() {}
    func groupEnded() {}

    var wantsState: Bool { withLock { !$0.steps.isEmpty } }

    func keep(visible: StateType, _ record: LedgerRecord<StateType>) {
        withLock { content in
            let happening = CoreActivity(
                number: content.count + 1, steps: content.steps, cause: content.cause, before: content.newest,
                after: visible)
            content.steps = []
            content.cause = nil
            content.newest = visible
            guard !happening.isInvisible else { return }
            content.count += 1
            content.happenings.append(happening)
        }
    }

    func end(visible: StateType, _ record: LedgerRecord<StateType>) {}

    func whenRoom(_ resume: @escaping @Sendable () -> Void) { resume() }
}

extension ActivityRecorder: CommandProbe {
    func launched(_ launch: ObservedCommand) {
        withLock { content in
            content.commands[launch.launch] = launch
            content.launches.append(Seen(launch: launch))
        }
    }

    func ended(_ command: ObservedCommand, _ outcome: CommandOutcome) {
        withLock { $0.commands[command.launch] = nil }
    }

    nonisolated(nonsending) func perform<Work: Command>(
        _ command: Work, core: Core<Work.StateType>
    ) async throws -> Bool {
        guard let stub = withLock({ $0.stubs[ObjectIdentifier(Work.self)] }) as? CommandStub<Work> else { return false }
        try await stub.body(command, core)
        return true
    }
}

/// The replacement of a command.
struct CommandStub<Work: Command>: Sendable {
    let body: nonisolated(nonsending) @Sendable (Work, Core<Work.StateType>) async throws -> Void
}
