/// A timer that the command table asks for. It comes back through the mailbox, in its place.
enum CommandTimer: Hashable {
    case debounce(launch: UInt64)
    case timeout(launch: UInt64)
    case backoff(launch: UInt64)
    case grace(launch: UInt64)
    /// The interval of a throttled id.
    case throttle(CommandID)
}
