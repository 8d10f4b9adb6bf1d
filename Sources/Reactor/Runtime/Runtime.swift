/// The environment of a core: time, randomness, executors, and the receiver of reports.
///
/// Everything asynchronous in the library goes through it; the library reads no clock and draws no random number
/// elsewhere. Tests and simulations give their own.
///
/// ```swift
/// let core = Core(state: Counter(), runtime: .main)          // pinned to the main actor
/// var quiet = Runtime.live
/// quiet.report = { _ in }
/// ```
public struct Runtime: Sendable {
    /// The clock of timeouts, backoff, debounce, throttle and grace.
    public var clock: RuntimeClock
    /// The time of day, for ``Timestamp/now(in:)`` and the answer of a ``Load``.
    public var now: @Sendable () -> Timestamp
    /// A source of evenly distributed bits, for the jitter of retries.
    public var random: @Sendable () -> UInt64
    /// Where the core applies events.
    var executor: CoreExecutor
    /// Where commands run between their awaits.
    package var commandExecutor: CoreExecutor
    /// How the core starts its tasks.
    package var spawn: Spawning
    /// The closure that receives reports of refusals, backpressure and misuse. The core calls it on any thread; do not block in it.
    public var report: @Sendable (Report) -> Void
    /// The observer of commands and events: a `CommandObserver`, a type that is not visible in the modules below
    /// commands.
    var observing: (any Sendable)?
    /// The number of steps until a batch ends, drawn again for each batch, in tests; nil ends no batch before
    /// everything is applied.
    package var breaks: (@Sendable () -> Int)?
    /// Receives the place at which each event was fired, or nil if it is unknown, just before the middleware runs.
    /// In simulations: a core that has it keeps places, also a core that is not recorded.
    package var places: (@Sendable (CallSite?) -> Void)?

    /// A runtime of these parts, those of ``live`` unless given.
    public init(
        clock: RuntimeClock = RuntimeClock(.continuous),
        now: @escaping @Sendable () -> Timestamp = Timestamp.wallClock,
        random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) },
        executor: CoreExecutor = .own,
        commandExecutor: CoreExecutor = .own,
        spawn: Spawning = .tasks,
        report: @escaping @Sendable (Report) -> Void = Report.printMisuse
    ) {
        self.clock = clock
        self.now = now
        self.random = random
        self.executor = executor
        self.commandExecutor = commandExecutor
        self.spawn = spawn
        self.report = report
    }

    /// The system's continuous clock and random numbers, an executor of the core's own, misuse printed to standard
    /// error.
    public static let live = Runtime()

    /// ``live`` with the core pinned to the main actor.
    public static let main = Runtime(executor: .main)
}
