import Reactor

/// A core for tests. It runs all work itself, so it can tell when the core is idle, and it requires the test to check everything
/// that happened.
///
/// ```swift
/// struct AddLater: Command {
///     func execute(state: Counter, core: Core<Counter>) async { core.fire(event: Added(amount: 3)) }
/// }
///
/// let core = TestCore(state: Counter())
/// try await core.fire(event: Added(amount: 2)) { $0.count = 2 }
/// try await core.fire(command: AddLater())
/// try await core.receive(Added.self) { $0.count = 5 }
/// try await core.finish()
/// ```
///
/// - Every method returns when no work is left, so a test has no yields, sleeps or retries.
/// - The closure changes the state before into the expected state after. Without a closure, the state must not change.
/// - The test is exhaustive unless `exhaustive` is false: an event that was not checked and a command that still runs are
///   failures.
/// - Time moves only with ``advance(by:)`` and ``advanceToNextSleeper(fileID:line:)``.
/// - An infinite loop of events, which the core reports, fails the call that runs it. A call of a cancelled test throws a
///   `CancellationError`, so a time limit ends a test whose commands do not end.
/// - A failure is a thrown ``TestFailure`` with the difference and the line of the test. Any test framework shows it.
///
/// Commands run on the test executor, with their child tasks, plain actors and `@concurrent` functions, if the system supports
/// task executor preferences (macOS 15, iOS 18, Linux). The core waits for work on the main actor. It does not wait for work on
/// another thread or queue: await the command's handle before you check its events. On older systems all work that leaves the
/// body of the command counts as such.
///
/// The state after each event is retained until it was checked, so the next event copies the storage that it changes.
public final class TestCore<StateType: State>: Sendable {
    /// The core itself, to subscribe, observe, scope or predict.
    public let core: Core<StateType>
    /// The clock, which moves only when the test moves it.
    public let clock: ManualClock
    /// Whether the test must check everything that happens.
    var isExhaustive: Bool { recorder.withLock { $0.isExhaustive } }

    let executor = TestExecutor()
    let recorder: ActivityRecorder<StateType>
    let waitsForOthers: Bool
    private let made: TestSite
    /// The predictions that are pending at the end of a recording. Releasing them would roll them back.
    private let resumed: [Prediction]
    /// The number of jobs of the executor when the core was last idle, or nil before that.
    let quiet = Guarded<UInt64?>(nil)
    private let isFinished = Guarded(false)
    private let unfinished = TestFailureRecording.unfinished

    /// Creates a core under test.
    ///
    /// - Parameters:
    ///   - state: The initial state.
    ///   - exhaustive: Whether the test must check everything that happens. If false, each assertion checks only the changes of
    ///     its closure.
    ///   - middlewares: The middlewares, in the order in which they receive an event.
    ///   - reactions: The reactions, which start commands.
    ///   - dependencies: The services, by default the test values. Access to a service without a test value ends the process with
    ///     a message that names the service.
    ///   - clock: A clock to share with other cores.
    ///   - seed: The seed of the jitter of retries.
    ///   - waitsForOthers: Whether an assertion waits for an event, without limit, if no event has happened that it could check: for
    ///     a command that runs outside of the test executor, or for a callback of a command that has returned.
    public convenience init(
        state: StateType,
        exhaustive: Bool = true,
        middlewares: [any Middleware<StateType>] = [],
        reactions: [Reaction<StateType>] = [],
        dependencies: Dependencies = Dependencies(.test),
        clock: ManualClock = ManualClock(),
        seed: UInt64 = 0,
        waitsForOthers: Bool = false,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let start = LedgerRecord(base: state, entries: [], lastPrediction: PredictionID(0), lastMark: MarkID(0))
        self.init(
            visible: state, record: start, work: .atFirstUse, exhaustive: exhaustive, middlewares: middlewares,
            reactions: reactions, dependencies: dependencies, clock: clock, seed: seed,
            waitsForOthers: waitsForOthers, fileID, line)
    }

    /// Creates a core that continues at the end of a recording.
    ///
    /// - Parameters:
    ///   - visible: The visible state at the end of the recording.
    ///   - work: The time at which the wishes of this state start work.
    init(
        visible: StateType, record: LedgerRecord<StateType>, work: Core<StateType>.WorkStart = .never,
        exhaustive: Bool,
        middlewares: [any Middleware<StateType>], reactions: [Reaction<StateType>], dependencies: Dependencies,
        clock: ManualClock, seed: UInt64, waitsForOthers: Bool, _ fileID: StaticString, _ line: UInt
    ) {
        let recorder = ActivityRecorder(state: visible, pending: record.entries, isExhaustive: exhaustive)
        self.recorder = recorder
        self.clock = clock
        self.waitsForOthers = waitsForOthers
        made = TestSite(fileID, line)
        let core = Core(
            resuming: record, work: work, recorder: recorder, middlewares: middlewares,
            reactions: reactions, dependencies: dependencies,
            runtime: executor.runtime(clock: clock, seed: seed, probe: recorder) { [executor] report in
                recorder.report(report)
                if report.isEndless { executor.stop() }
            })
        self.core = core
        resumed = recorder.withLock { $0.pending }.map { core.hold($0, begun: CallSite(fileID, line)) }
    }

    deinit {
        guard isExhaustive && !isFinished.withLock({ $0 }) else { return }
        let left = incomplete
        guard !left.isEmpty else { return }
        TestFailureRecording.report(
            "This TestCore was released without finish(), and the test is not complete. "
                + left.joined(separator: "\n  "), made, unfinished)
    }

    /// The state after the last checked happening, or the latest state if `exhaustive` is false.
    public var state: StateType { recorder.withLock { $0.isExhaustive ? $0.lookedAt : $0.newest } }

    /// The actual state in the closure of an assertion. Outside of a closure it equals ``state``.
    ///
    /// Use it to copy a member whose value a test cannot write, such as a query, and then check the public properties of the
    /// member.
    ///
    /// ```swift
    /// let core = TestCore(state: Counter())
    /// try await core.fire(event: Added(amount: 2)) { $0.count = core.actualState.count }
    /// ```
    public var actualState: StateType {
        recorder.withLock { content in
            content.asserted?.after ?? (content.isExhaustive ? content.lookedAt : content.newest)
        }
    }

    /// The reports of the core, with refusals, in order.
    var reports: [Runtime.Report] { recorder.withLock { $0.reports } }

    /// Ends the checks, because the test failed or checked everything.
    func finished() { isFinished.withLock { $0 = true } }

    /// Ends the checks with a failure.
    func fail(_ summary: String, _ difference: StateDifference? = nil, _ site: TestSite) -> TestFailure {
        finished()
        return TestFailure(summary: summary, difference: difference, site: site)
    }
}
