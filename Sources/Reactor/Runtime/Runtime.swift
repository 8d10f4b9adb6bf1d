/// The environment of a core: its clock, random source, executors, and the closure that receives reports.
///
/// ```swift
/// let core = Core(state: Counter(), runtime: .main)          // pinned to the main actor
/// var quiet = Runtime.live
/// quiet.report = { _ in }
/// ```
///
/// The library reads no clock, draws no random number and starts no task without it. Tests and simulations pass their
/// own runtime.
public struct Runtime: Sendable {
    /// The clock of timeouts, backoff, debounce, throttle and grace.
    public var clock: RuntimeClock
    /// The current date, for ``Timestamp/now(in:)`` and the dates of responses in a ``Load``.
    public var now: @Sendable () -> Timestamp
    /// A source of evenly distributed bits, for the jitter of retries.
    public var random: @Sendable () -> UInt64
    /// The executor on which the core applies events.
    var executor: CoreExecutor
    /// The executor on which commands run between their awaits. nil means the main actor for a core that is pinned to
    /// it, and otherwise a separate executor.
    package var commandExecutor: CoreExecutor?
    /// The way in which the core starts its tasks.
    package var spawn: Spawning
    /// The closure that receives reports of refusals, backpressure and misuse. The core calls it on any thread; do not block in it.
    public var report: @Sendable (Runtime.Report) -> Void
    /// The observers of commands and events. Each is a `CommandObserver`, a type that is not visible to the modules
    /// below commands.
    var observing: [any Sendable] = []
    /// Returns the number of steps until a batch ends, for tests. It is called for each batch. If it is nil, a batch
    /// ends when everything is applied.
    package var breaks: (@Sendable () -> Int)?
    /// Receives the place at which each event was fired, or nil if it is unknown, just before the middlewares run. For
    /// simulations: a core with this closure stores places even if it is not recorded.
    package var places: (@Sendable (CallSite?) -> Void)?

    /// Creates a runtime. Each argument defaults to that of ``live``.
    ///
    /// - Parameters:
    ///   - clock: The clock of timeouts, backoff, debounce, throttle and grace.
    ///   - now: The current date, for ``Timestamp/now(in:)`` and the dates of responses in a ``Load``.
    ///   - random: A source of evenly distributed bits, for the jitter of retries.
    ///   - executor: The executor on which the core applies events.
    ///   - commandExecutor: The executor on which commands run between their awaits. The default, nil, means the main actor
    ///     if `executor` is `.main`, and otherwise a separate executor.
    ///   - taskExecutor: The executor that the tasks of the core and their child tasks prefer. The default, nil, means the
    ///     global pool.
    ///   - report: The closure that receives reports of refusals, backpressure and misuse. The core calls it on any thread; do
    ///     not block in it.
    public init(
        clock: RuntimeClock = RuntimeClock(.continuous),
        now: @escaping @Sendable () -> Timestamp = Timestamp.wallClock,
        random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) },
        executor: CoreExecutor = .own,
        commandExecutor: CoreExecutor? = nil,
        taskExecutor: (any TaskExecutor)? = nil,
        report: @escaping @Sendable (Runtime.Report) -> Void = Runtime.Report.printMisuse
    ) {
        self.clock = clock
        self.now = now
        self.random = random
        self.executor = executor
        self.commandExecutor = commandExecutor
        spawn = .preferring(taskExecutor)
        self.report = report
    }

    /// The default runtime: the system's continuous clock and random numbers, a separate executor for the core, and
    /// misuse printed to standard error.
    public static let live = Runtime()

    /// A runtime like ``live``, with the core and its commands on the main actor.
    ///
    /// A call on the main actor applies what it fires, runs fired commands up to their first suspension, and notifies
    /// every ``ObservableCore`` before it returns. Heavy work of a command belongs in an `@concurrent` function.
    public static let main = Runtime(executor: .main)
}
