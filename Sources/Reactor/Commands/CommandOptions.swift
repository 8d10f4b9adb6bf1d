/// How a command is run: what it is called, what happens when it meets others of the same name, when it is tried again.
///
/// ```swift
/// core.fire(
///     command: Search(text: "weights"),
///     options: CommandOptions(id: "search", policy: .restart, scope: SearchScreen.self, timeout: .seconds(5)))
/// ```
public struct CommandOptions: Sendable {
    /// The name commands are grouped by: policies, `max`, debounce and throttle count per id. Without one, a command goes by
    /// its type if it has any of these: a policy other than `.parallel`, a `max`, a `debounce` or a `throttle`.
    public let id: CommandID?
    /// What happens when others with the same id are running, or wait in line.
    public let policy: CommandPolicy
    /// How many with the same id may run for this one to have a place among them: nil is no limit for `.parallel`, and one
    /// for the other policies. A place does not help a `.drop`, an `.enqueue` or a `.parallel` with a `max` past those that
    /// wait in line.
    public let max: Int?
    /// The types whose ``Reset`` cancels the command; nil takes those of the command it is fired from, if any.
    public let scopes: [Any.Type]?
    /// How long all attempts together may take, from the start of the first; then the command ends as failed with
    /// ``CommandTimedOut``.
    public let timeout: Duration?
    /// Whether a failed attempt is followed by another.
    public let retry: RetryPolicy
    /// Starts only when no other with the same id was fired for so long; the ones before end as dropped.
    public let debounce: Duration?
    /// Starts at most once in so long; of those fired in between only the newest starts, at the end of the interval.
    public let throttle: Duration?
    /// How long commands that are fired with `.enqueue` or `.keepLatest` wait for the body of this one when it was cancelled
    /// or timed out, from when the first of them waits for it; then they go on without it, which is reported.
    public let grace: Duration

    /// Options, each with the default that suits a command fired without any.
    public init(
        id: CommandID? = nil, policy: CommandPolicy = .parallel, max: Int? = nil, scope: Any.Type? = nil,
        timeout: Duration? = nil, retry: RetryPolicy = .never, debounce: Duration? = nil, throttle: Duration? = nil,
        grace: Duration = .seconds(5)
    ) {
        self.init(
            id: id, policy: policy, max: max, scopes: scope.map { [$0] }, timeout: timeout, retry: retry,
            debounce: debounce, throttle: throttle, grace: grace)
    }

    /// Options with several scopes, a screen and its parent, say. An empty list takes none, not even those of the command
    /// it is fired from.
    public init(
        id: CommandID? = nil, policy: CommandPolicy = .parallel, max: Int? = nil, scopes: [Any.Type]?,
        timeout: Duration? = nil, retry: RetryPolicy = .never, debounce: Duration? = nil, throttle: Duration? = nil,
        grace: Duration = .seconds(5)
    ) {
        Misuse.unless(max.map { $0 > 0 } ?? true, Errors.maxMustBePositive)
        self.id = id
        self.policy = policy
        self.max = max
        self.scopes = scopes
        self.timeout = timeout
        self.retry = retry
        self.debounce = debounce
        self.throttle = throttle
        self.grace = grace
    }

    /// The options of a command fired without any.
    public static let `default` = CommandOptions()
}
