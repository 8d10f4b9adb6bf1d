/// The state of a command. The command table alone changes it, on the core's executor.
struct CommandState {
    /// A command is in one phase at a time.
    enum Phase {
        case new, debouncing, throttled, queued
        /// `execute` was started and has not returned.
        case running(attempt: Int)
        /// `execute` has returned, and another attempt may follow.
        case backingOff(attempt: Int)
        case ended(isBodyRunning: Bool)
    }

    var phase = Phase.new
    /// Its number within the core, in the order of launching.
    var launch: UInt64 = 0
    /// The launch of the command that fired it.
    var parent: UInt64?
    /// The entry whose event a reaction answered with it, where a recorder keeps entries.
    var event: UInt64?
    /// When it was launched, where a recorder keeps the time.
    var launchedAt: Timestamp?
    /// Whether the recorder has a step of it, and so knows when it was launched.
    var isLaunchRecorded = false
    /// How many reactions in a row that brought it about.
    var cascadeDepth = 0
    /// The launches of the commands that its events do not cancel when they end the condition of these: the condition of a
    /// `While` or a `For`, or the presence of a part. They are itself and its ancestors, as far as they have a condition.
    var spares: [UInt64] = []
    /// The name of its type, once a recorder wanted it: making it costs as much as an event.
    var name: String?
    /// Its place among those that are live.
    var index = 0
    /// Whether what it fires is refused from now on.
    var isLate = false
    /// Whether it waits for every command but itself.
    var isIdling = false
    /// Whether it waits for the core to close.
    var isClosing = false
    /// The types whose reset cancels it.
    var owners: [ObjectIdentifier] = []
    /// The commands of its id, if it has one, also when it has ended: a cancellation of the id makes its events late.
    var family: CommandSlot?
    /// The commands it shares places with, and the queue of these that it is in.
    var slot: CommandSlot?
    var queue: CommandSlot.Queue?
    var timers: [CommandTimer] = []
    /// The part of the state it was launched in, if that may cease to exist, and the check whether it still exists.
    var part: Part?
    var watch: Part.Watch?
    /// Whether a reaction launched it, so that no caller awaits its outcome.
    var isByReaction = false
    /// Its error, until its handle has it.
    var failure: UnreadFailure?

    var hasEnded: Bool { if case .ended = phase { true } else { false } }

    /// The number of its attempt, 0 before the first and after the last.
    var attempt: Int {
        switch phase {
        case .running(let attempt), .backingOff(let attempt): attempt
        default: 0
        }
    }

    /// Whether `execute` was started and has not returned, also if the command has ended.
    var isBodyRunning: Bool {
        switch phase {
        case .running, .ended(isBodyRunning: true): true
        default: false
        }
    }
}

/// A timer that the command table asks for. It comes back through the mailbox, in its place.
enum CommandTimer: Hashable {
    case debounce(launch: UInt64)
    case timeout(launch: UInt64)
    case backoff(launch: UInt64)
    case grace(launch: UInt64)
    /// The interval of a throttled id.
    case throttle(CommandID)
}
