/// How a command is run: what it is called, what happens when it meets others of the same name, when it is tried again.
///
/// They belong to the command, and are read once, when it is fired; the caller that fires it may change some of them, or give
/// others.
///
/// ```swift
/// struct Find: Command {
///     var text: String
///     var options: CommandOptions { CommandOptions(id: "find", policy: .restart, owner: SearchScreen.self) }
///
///     func execute(state: Counter, core: Core<Counter>) async throws {}
/// }
///
/// core.fire(command: Find(text: "weights"))
/// core.fire(command: Find(text: "weights")) { $0.timeout = .seconds(5) }
/// core.fire(command: Find(text: "weights"), options: CommandOptions(retry: .exponential(attempts: 3)))
/// ```
public struct CommandOptions: Sendable {
    /// The name commands are grouped by: policies, `max`, debounce and throttle count per id. Without one, a command
    /// goes by its type if it has any of these: a policy other than `.parallel`, a `max`, a `debounce` or a `throttle`.
    public var id: CommandID?
    /// The policy when other commands with the same id are running, or wait.
    public var policy: CommandPolicy
    /// How many with the same id may run for this one to have a place among them: nil is no limit for `.parallel`, and one
    /// for the other policies. A place does not help a `.drop`, an `.enqueue` or a `.parallel` with a `max` past those that
    /// wait. Less than one ends the program.
    public var max: Int? {
        didSet { checkMax() }
    }
    /// The types whose ``Reset`` cancels the command; nil takes those of the command it is fired from, if any, and an empty
    /// list takes none.
    public var owners: [Any.Type]?
    /// How long all attempts together may take, from the start of the first; then the command ends as failed with
    /// ``CommandTimedOut``.
    public var timeout: Duration?
    /// Whether a failed attempt is followed by another.
    public var retry: RetryPolicy
    /// Starts only when no other with the same id was fired for so long; the ones before end as dropped.
    public var debounce: Duration?
    /// Starts at most once in so long; of those fired in between only the newest starts, at the end of the interval.
    public var throttle: Duration?
    /// How long commands that are fired with `.enqueue` or `.keepLatest` wait for the body of this one when it was
    /// cancelled or timed out, from when the first of them waits for it; then they go on without it, which is reported.
    public var grace: Duration
    /// Whether it is a timer and not work: it sleeps and then fires something: ``Core/idle(besides:)`` does not wait for it,
    /// and when it is cancelled no ``CommandEnded`` is fired. What it fires is waited for. What does the work is a command of
    /// its own.
    public var isTimer: Bool

    /// Options, each with its default.
    public init(
        id: CommandID? = nil, policy: CommandPolicy = .parallel, max: Int? = nil, owner: Any.Type? = nil,
        timeout: Duration? = nil, retry: RetryPolicy = .never, debounce: Duration? = nil, throttle: Duration? = nil,
        grace: Duration = .seconds(5), isTimer: Bool = false
    ) {
        self.init(
            id: id, policy: policy, max: max, owners: owner.map { [$0] }, timeout: timeout, retry: retry,
            debounce: debounce, throttle: throttle, grace: grace, isTimer: isTimer)
    }

    /// Options with several owners, a screen and its parent, say.
    public init(
        id: CommandID? = nil, policy: CommandPolicy = .parallel, max: Int? = nil, owners: [Any.Type]?,
        timeout: Duration? = nil, retry: RetryPolicy = .never, debounce: Duration? = nil, throttle: Duration? = nil,
        grace: Duration = .seconds(5), isTimer: Bool = false
    ) {
        self.id = id
        self.policy = policy
        self.max = max
        self.owners = owners
        self.timeout = timeout
        self.retry = retry
        self.debounce = debounce
        self.throttle = throttle
        self.grace = grace
        self.isTimer = isTimer
        checkMax()
    }

    /// The default options.
    public static let `default` = CommandOptions()

    private func checkMax() {
        // Not a precondition, which says nothing in a release build.
        guard let max, max < 1 else { return }
        fatalError(
            """
            CommandOptions.max must be at least 1. It limits how many commands with the same id run at once. Use nil for the \
            default: no limit for .parallel, 1 for other policies.
            """)
    }
}

/// The name that commands are grouped by. A string literal is one.
public struct CommandID: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The name.
    package let name: String
    /// The part of the state whose commands are counted together; nil for an id that a caller names.
    let path: LaunchPath?

    /// An id with this name; two with equal names are the same.
    public init(_ name: String) { self.init(name, in: nil) }

    init(_ name: String, in path: LaunchPath?) {
        self.name = name
        self.path = path
    }

    public init(stringLiteral value: String) { self.init(value) }

    public var description: String { name }
}

/// The rule for a command that is fired while others with its id are running.
///
/// Each newcomer goes by its own policy and its own `max`, whatever the others were fired with. All that wait, wait in one
/// line, and start from its head.
///
/// | policy | when `max` are running | when others wait, even if there is a place | a cancelled one frees its place |
/// |---|---|---|---|
/// | `.parallel` with a `max` | waits | waits behind them | at once |
/// | `.parallel` without | starts | starts | |
/// | `.restart` | cancels the oldest running, starts | drops them, starts | at once |
/// | `.drop` | ends as dropped | ends as dropped | at once |
/// | `.enqueue` | waits | waits behind them | when its body has returned, or its `grace` passed |
/// | `.keepLatest` | waits | drops them, takes their place | when its body has returned, or its `grace` passed |
///
/// A command that was cancelled or timed out has ended, but its body may go on: the last column says when a newcomer of
/// that row may have its place. The `grace` is that of the command whose body continues, not of the one that waits for it.
public enum CommandPolicy: Sendable, Hashable, CaseIterable {
    /// All at once; with a `max`, up to so many, and the others in the order fired.
    case parallel
    /// The newest runs; it cancels what ran when there is no place, and drops what waited in any case.
    case restart
    /// The running command continues; a new one is dropped, also while another waits.
    case drop
    /// One after another, in the order fired.
    case enqueue
    /// One runs, the newest waits; it drops what waited, also when there is a place.
    case keepLatest
}
