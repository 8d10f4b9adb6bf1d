/// What happens to a command that is fired while others with its id are running.
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
/// that row may have its place. The `grace` is that of the command whose body goes on, not of the one that waits for it.
public enum CommandPolicy: Sendable, Hashable, CaseIterable {
    /// All at once; with a `max`, up to so many, and the others in the order fired.
    case parallel
    /// The newest runs; it cancels what ran when there is no place, and drops what waited in any case.
    case restart
    /// The one that runs goes on; a new one is dropped, also while another waits.
    case drop
    /// One after another, in the order fired.
    case enqueue
    /// One runs, the newest waits; it drops what waited, also when there is a place.
    case keepLatest
}
