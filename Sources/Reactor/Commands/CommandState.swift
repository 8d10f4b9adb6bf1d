/// The state of a command. Only the command table changes it, on the core's executor.
struct CommandState {
    /// The phase of a command.
    enum Phase {
        case new, debouncing, throttled, queued
        /// `execute` was started and has not returned.
        case running(attempt: Int)
        /// The command ended its own wish, and `execute` has not returned. `fired` counts its events since then.
        case finishing(fired: Int)
        /// `execute` has returned, and another attempt may follow.
        case backingOff(attempt: Int)
        case ended(isBodyRunning: Bool)
    }

    /// The place of the call that fired the command, if the core stores places. Set before the handle is posted.
    var place: CallSite?
    var phase = Phase.new
    /// The number of the command within the core, in the order of launching.
    var launch: UInt64 = 0
    /// The launch of the command that fired it.
    var parent: UInt64?
    /// The entry with the event for which a reaction launched the command, if a recorder assigns entries.
    var event: UInt64?
    /// The time of the launch, if a recorder needs it.
    var launchedAt: Timestamp?
    /// Whether the recorder has a step of the command, and therefore the time of its launch.
    var isLaunchRecorded = false
    /// The number of consecutive reactions that led to the command.
    var cascadeDepth = 0
    /// The launches of commands that finish, or continue, when events of this command end their wish or remove their
    /// child state: the command itself and its ancestors, if they belong to a wish or a child state.
    var spares: [UInt64] = []
    /// The name of the command type, cached when a recorder first needs it: computing it costs as much as an event.
    var name: String?
    /// The index in the list of live commands.
    var index = 0
    /// Whether a load has shown its run in its status.
    var hasBegunLoad = false
    /// Whether events from the command are refused.
    var isLate = false
    /// Whether the command is waiting in ``Core/idle(except:)``.
    var isIdling = false
    /// Whether the command is waiting in ``Core/close(grace:)``.
    var isClosing = false
    /// The types whose reset cancels the command.
    var owners: [ObjectIdentifier] = []
    /// The slot of an explicit id, even after the command has ended: a cancellation of the id makes its events late.
    var family: CommandSlot?
    /// The slot in which the command has a place, its queue there, and its position in the queue.
    var slot: CommandSlot?
    var queue: CommandSlot.Queue?
    var position = 0
    var timers: [CommandTimer] = []
    /// The child state in which the command was launched, if it can cease to exist, and the check whether it still
    /// exists.
    var part: Part?
    var watch: Part.Watch?
    /// Whether a reaction launched the command, so that no caller awaits its outcome.
    var isByReaction = false
    /// The error of the command, until it is moved to the handle.
    var failure: UnreadFailure?

    var hasEnded: Bool { if case .ended = phase { true } else { false } }

    /// The number of the current attempt, 0 before the first and after the last. 1 for a finishing command, which has no
    /// other attempt.
    var attempt: Int {
        switch phase {
        case .running(let attempt), .backingOff(let attempt): attempt
        case .finishing: 1
        default: 0
        }
    }

    /// Whether `execute` was started and has not returned, even if the command has ended.
    var isBodyRunning: Bool {
        switch phase {
        case .running, .finishing, .ended(isBodyRunning: true): true
        default: false
        }
    }
}

/// A timer of the command table. It comes back through the mailbox, in order with the events.
enum CommandTimer: Hashable {
    case debounce(launch: UInt64)
    case timeout(launch: UInt64)
    case backoff(launch: UInt64)
    case grace(launch: UInt64)
    /// The interval of an id with `throttle`.
    case throttle(CommandID)
}
