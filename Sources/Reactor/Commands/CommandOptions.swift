/// The options of a command: its id, its policy for other commands with the same id, its owner, timeout and retries.
///
/// A command declares its options, and the core reads them once, when the command is fired. The caller can change or
/// replace them.
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
    /// The id that groups commands: `policy`, `max`, `debounce` and `throttle` apply per id. By default it is the type of the
    /// command if the command has one of these options.
    public var id: CommandID?
    /// The policy if other commands with the same id are running or waiting.
    public var policy: CommandPolicy
    /// The maximum number of running commands with the same id. The default, nil, means no limit for `.parallel`
    /// and 1 for other policies. A value below 1 ends the program.
    public var max: Int? {
        didSet { checkMax() }
    }
    /// The types whose ``Reset`` cancels the command. By default, nil, these are the owners of the command that fires it, if any.
    public var owners: [Any.Type]?
    /// The longest duration of all attempts together, from the start of the first. After that the command fails with
    /// ``CommandTimedOut``.
    public var timeout: Duration?
    /// The policy for attempts after a failure.
    public var retry: RetryPolicy
    /// The time without another command of the same id after which the command starts. Earlier commands end as dropped.
    public var debounce: Duration?
    /// The shortest interval between two starts. Of the commands fired within it, only the newest starts, at its end. With the
    /// policy `.drop`, all of them are dropped.
    public var throttle: Duration?
    /// The longest time that waiting commands (`.enqueue`, `.keepLatest`) wait for the body of this command after it was
    /// canceled or timed out. After that the core reports it, and they start.
    public var grace: Duration
    /// Whether the command is a timer, which sleeps and then fires. ``Core/idle(except:)`` does not wait for a timer, and a
    /// canceled timer fires no ``CommandEnded``. Do the work in another command.
    public var isTimer: Bool

    /// Creates options. Each has a default.
    public init(
        id: CommandID? = nil, policy: CommandPolicy = .parallel, max: Int? = nil, owner: Any.Type? = nil,
        timeout: Duration? = nil, retry: RetryPolicy = .never, debounce: Duration? = nil, throttle: Duration? = nil,
        grace: Duration = .seconds(5), isTimer: Bool = false
    ) {
        self.init(
            id: id, policy: policy, max: max, owners: owner.map { [$0] }, timeout: timeout, retry: retry,
            debounce: debounce, throttle: throttle, grace: grace, isTimer: isTimer)
    }

    /// Creates options with several owners, for example a screen and its parent.
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
        // A precondition would have no message in a release build.
        guard let max, max < 1 else { return }
        fatalError(
            """
            CommandOptions.max must be at least 1. It limits how many commands with the same id run at once. Use nil for the \
            default: no limit for .parallel, 1 for other policies.
            """)
    }
}

/// The id of a group of commands. A string literal is an id.
public struct CommandID: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The name.
    package let name: String
    /// The child state whose commands are counted together; nil for an id from a caller.
    let path: LaunchPath?

    /// Creates an id. Ids with equal names are equal.
    public init(_ name: String) { self.init(name, in: nil) }

    /// Creates an id from a value of your own type, so that two features do not share an id by accident. It equals the id
    /// of the text that it contains.
    ///
    /// ```swift
    /// enum SearchFeature {
    ///     enum CommandName { case search, suggest }
    /// }
    ///
    /// let options = CommandOptions(id: CommandID(SearchFeature.CommandName.search), policy: .restart)
    /// ```
    ///
    /// The name of the id is the qualified name of the type and the description of the value, here
    /// `App.SearchFeature.CommandName.search`, so it is the same in each run and in a recording. Two types that are private to
    /// two files of one module can have equal names: nest such a type in the type of its feature.
    public init(_ value: some Sendable) {
        self.init("\(readableName(of: type(of: value))).\(value)")
    }

    init(_ name: String, in path: LaunchPath?) {
        self.name = name
        self.path = path
    }

    public init(stringLiteral value: String) { self.init(value) }

    public var description: String { name }
}

/// The rule for a command that is fired while other commands with its id are running.
///
/// Each new command follows its own policy and its own `max`, regardless of the options of the other commands. All
/// waiting commands are in one queue, and start from its head.
///
/// | policy | when `max` are running | when others wait, even if there is a place | place of a canceled command becomes free |
/// |---|---|---|---|
/// | `.parallel` with a `max` | waits | waits after them | immediately |
/// | `.parallel` without | starts | starts | |
/// | `.restart` | cancels the oldest running, starts | drops them, starts | immediately |
/// | `.drop` | ends as dropped | ends as dropped | immediately |
/// | `.enqueue` | waits | waits after them | when its body has returned, or its `grace` passed |
/// | `.keepLatest` | waits | drops them, replaces them | when its body has returned, or its `grace` passed |
///
/// A command that was canceled or timed out has ended, but its body can still run: the last column shows when a new
/// command with the policy of that row can take its place. The `grace` is that of the command whose body continues, not
/// that of the waiting command.
public enum CommandPolicy: Sendable, Hashable, CaseIterable {
    /// All commands run at the same time. With a `max`, at most this many run, and the others wait in order.
    case parallel
    /// The newest command runs. It cancels running commands if there is no place, and drops waiting commands in any
    /// case.
    case restart
    /// The running command continues. A new command is dropped, also while another one waits.
    case drop
    /// Commands run one after another, in the order in which they were fired.
    case enqueue
    /// One command runs, and the newest one waits. A new command drops waiting commands, even if there is a place.
    case keepLatest
}
