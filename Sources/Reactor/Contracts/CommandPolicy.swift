/// What happens to a command that is fired while others with its id are running.
///
/// Each newcomer goes by its own policy and its own `max`, whatever the others were fired with.
///
/// | policy | when `max` are running | a cancelled one frees its place |
/// |---|---|---|
/// | `.parallel` | waits in line; without a `max` it always starts | at once |
/// | `.restart` | cancels the oldest running, drops those waiting, starts | at once |
/// | `.drop` | ends as dropped | at once |
/// | `.enqueue` | waits in line | when its body has returned, or `grace` passed |
/// | `.keepLatest` | waits; those that waited before it end as dropped | when its body has returned, or `grace` passed |
public enum CommandPolicy: Sendable, Hashable, CaseIterable {
    /// All at once, up to `max`.
    case parallel
    /// The newest runs; it cancels what ran.
    case restart
    /// The one that runs goes on; a new one is refused.
    case drop
    /// One after another, in the order fired.
    case enqueue
    /// One runs, the newest waits.
    case keepLatest
}
