import Reactor

/// A core for tests: it runs everything itself, so it knows when everything is at rest, and it makes the test look at
/// everything that happened.
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
/// - Every method returns when nothing is left to be done: no yields, sleeps or retries, in the test or here.
/// - The closure changes the state as it was before into what it must be after. Without one, nothing may change.
/// - Exhaustive unless `exhaustive: false`: an event that was not looked at, and a command that still runs, is a failure.
/// - Time stands still until ``advance(by:)`` moves it.
/// - A failure is a thrown ``TestFailure``, whose text is the difference and the test's own line; any test framework
///   shows it.
///
/// Commands run on the kit's executor, and so do their child tasks, plain actors and `@concurrent` functions that they
/// call, where the system lets tasks prefer an executor (macOS 15, iOS 18, Linux). What leaves it for the main actor is
/// waited for. What leaves it for a thread or a queue of its own is not: await the command's handle before you look for
/// what it fires. On older systems everything that leaves the command's own body counts as such.
///
/// The state after each event is kept until it was looked at, so the next event copies what it touches.
public final class TestCore<StateType: State>: Sendable {
    /// The core itself, to subscribe to, to mirror, to scope, to predict on.
    public let core: Core<StateType>
    /// The clock, which stands still until the test moves it.
    public let clock: ManualClock
    /// Whether everything that happens must be looked at.
    let isExhaustive: Bool

    let executor = TestExecutor()
    let witness: Witness<StateType>
    let waitsForOthers: Bool
    private let made: TestSite
    /// What was pending where a recording ended; released, it would be rolled back.
    private let resumed: [Prediction]
    /// How many jobs the executor had been given when everything was over last; nil before that.
    let quiet = Guarded<UInt64?>(nil)
    private let isFinished = Guarded(false)
    private let unfinished = TestFailureRecording.unfinished

    /// A core under test.
    ///
    /// - Parameters:
    ///   - state: the state to begin with.
    ///   - exhaustive: whether everything that happens must be looked at. If not, each assertion checks what its closure
    ///     says and nothing else.
    ///   - middlewares: asked about each event, in this order.
    ///   - reactions: commands that start by themselves.
    ///   - dependencies: those of tests unless given: one without a test value stops the test with its name.
    ///   - clock: a clock to share with others.
    ///   - seed: decides the jitter of retries.
    ///   - waitsForOthers: whether looking for an event waits, for as long as it takes, while a command runs elsewhere
    ///     than on the kit's executor.
    public convenience init(
        state: StateType,
        exhaustive: Bool = true,
        middlewares: [any Middleware<StateType>] = [],
        @ReactionBuilder<StateType> reactions: () -> [any Reaction<StateType>] = { [] },
        dependencies: Dependencies = Dependencies(.test),
        clock: ManualClock = ManualClock(),
        seed: UInt64 = 0,
        waitsForOthers: Bool = false,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let start = LedgerRecord(base: state, entries: [], lastPrediction: PredictionID(0), lastMark: MarkID(0))
        self.init(
            visible: state, record: start, isBeginning: true, exhaustive: exhaustive, middlewares: middlewares,
            reactions: reactions(), dependencies: dependencies, clock: clock, seed: seed,
            waitsForOthers: waitsForOthers, fileID, line)
    }

    /// A core that goes on from what a recording ended with.
    ///
    /// - Parameters:
    ///   - visible: the state that is seen there.
    ///   - isBeginning: whether reactions start their commands for it.
    init(
        visible: StateType, record: LedgerRecord<StateType>, isBeginning: Bool = false, exhaustive: Bool,
        middlewares: [any Middleware<StateType>], reactions: [any Reaction<StateType>], dependencies: Dependencies,
        clock: ManualClock, seed: UInt64, waitsForOthers: Bool, _ fileID: StaticString, _ line: UInt
    ) {
        let witness = Witness(state: visible, pending: record.entries)
        self.witness = witness
        self.clock = clock
        isExhaustive = exhaustive
        self.waitsForOthers = waitsForOthers
        made = TestSite(fileID, line)
        let core = Core(
            resuming: record, isBeginning: isBeginning, recorder: witness, middlewares: middlewares,
            reactions: reactions, dependencies: dependencies,
            runtime: executor.runtime(clock: clock, seed: seed, probe: witness, report: witness.report))
        self.core = core
        resumed = witness.withLock { $0.pending }.map { core.hold($0, begun: CallSite(fileID, line)) }
    }

    deinit {
        guard isExhaustive && !isFinished.withLock({ $0 }) else { return }
        let unseen = witness.withLock { content in content.happenings.map { content.describe($0) } }
        guard !unseen.isEmpty else { return }
        if let unfinished {
            unfinished.record(
                TestFailure(
                    summary:
                        "This TestCore was released without finish(), and the test does not assert:\(indented(unseen))",
                    difference: nil, site: made))
        } else {
            StandardError.write(
                "Reactor: the TestCore created at \(made) was released without finish(), and the test does not assert:"
                    + "\(indented(unseen))\n")
        }
    }

    /// The state after what was looked at last; with `exhaustive: false`, the newest.
    public var state: StateType { witness.withLock { isExhaustive ? $0.lookedAt : $0.newest } }

    /// Inside the closure of an assertion: the state that the assertion has found. Elsewhere the same as ``state``.
    ///
    /// A closure copies a member from it whose value a test cannot write, such as a query, and the test then checks the member by
    /// its public properties.
    ///
    /// ```swift
    /// let core = TestCore(state: Counter())
    /// try await core.fire(event: Added(amount: 2)) { $0.count = core.found.count }
    /// ```
    public var found: StateType {
        witness.withLock { content in content.asserted?.after ?? (isExhaustive ? content.lookedAt : content.newest) }
    }

    /// What the core reported, refusals included, in order.
    var reports: [Report] { witness.withLock { $0.reports } }

    /// Ends the checks: the test failed, or it looked at everything.
    func finished() { isFinished.withLock { $0 = true } }

    /// Ends the checks with a failure.
    func fail(_ summary: String, _ difference: StateDifference? = nil, _ site: TestSite) -> TestFailure {
        finished()
        return TestFailure(summary: summary, difference: difference, site: site)
    }
}
