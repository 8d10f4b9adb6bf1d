/// Where a command is in its life. The command table alone changes it.
struct CommandRun {
    enum Phase {
        case new, debouncing, throttled, queued, running, backingOff, ended
    }

    var phase = Phase.new
    /// Its number within the core, in the order of launching.
    var launch: UInt64 = 0
    /// The launch of the command that fired it.
    var parent: UInt64?
    /// How many reactions stand one behind the other that brought it about.
    var generation = 0
    /// The name of its type, once a recorder wanted it: making it costs as much as an event.
    var name: String?
    var attempt = 0
    /// Its place among those that are live.
    var index = 0
    /// Whether `execute` was started and has not returned. May outlive the end.
    var isBodyRunning = false
    /// Whether what it fires is refused from now on.
    var isFenced = false
    /// Whether it waits for every command but itself.
    var isIdling = false
    var scopes: [ObjectIdentifier] = []
    /// The id it is grouped by.
    var slot: CommandID?
    var timers: [CommandTimer] = []
    /// Tells whether the part of the state it was launched in is there still, if that may go.
    var watch: Part.Watch?

    var hasEnded: Bool { phase == .ended }
}
