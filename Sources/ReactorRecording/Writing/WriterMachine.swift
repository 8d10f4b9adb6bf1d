/// A state machine that decides the writer's next action. Its times come from the clock of the configuration.
package struct WriterMachine {
    package enum Action: Hashable {
        /// Take the waiting steps and write them.
        case take
        case sync
        /// Wait until this time, or until a change.
        case wait(until: Duration?)
        /// Release the files, because everything is synced.
        case suspend
        case end
    }

    private let durability: Durability
    private let gathering: Duration
    /// The last entry that was written to the system.
    package private(set) var written: UInt64
    /// The last entry that was synced.
    package private(set) var synced: UInt64
    /// The time of the first write that is not synced.
    private var dirtySince: Duration?
    private var takenAt: Duration?
    /// The last entry that a caller waits for.
    private var wanted: UInt64 = 0
    private var isClosing = false
    private var isSuspending = false

    package init(_ durability: Durability, gathering: Duration, seq: UInt64) {
        self.durability = durability
        self.gathering = gathering
        written = seq
        synced = seq
    }

    /// The last durable entry.
    package var durable: UInt64 { durability == .process ? written : synced }

    package mutating func wants(_ seq: UInt64) { wanted = max(wanted, seq) }
    /// Lowers the requested entry, because no caller waits for a later one.
    package mutating func wantsOnly(_ seq: UInt64) { wanted = seq }
    package mutating func closes() { isClosing = true }
    package mutating func suspends() { isSuspending = true }

    package mutating func wrote(upTo seq: UInt64, at now: Duration) {
        written = seq
        takenAt = now
        if dirtySince == nil { dirtySince = now }
    }

    package mutating func didSync() {
        synced = written
        dirtySince = nil
    }

    /// - Parameter isCrowded: Whether the core will soon have to wait.
    package func next(hasItems: Bool, isCrowded: Bool, now: Duration) -> Action {
        var wakeUp: Duration?
        if hasItems {
            let due = takenAt.map { $0 + gathering } ?? now
            if isEnding || isCrowded || wanted > written || due <= now { return .take }
            wakeUp = due
        }
        if let dirtySince {
            if isEnding { return .sync }
            switch durability {
            case .process: break
            case .durable: return .sync
            case .grouped(let every):
                let due = dirtySince + every
                if due <= now { return .sync }
                wakeUp = min(wakeUp ?? due, due)
            }
        }
        return isClosing ? .end : isSuspending ? .suspend : .wait(until: wakeUp)
    }

    private var isEnding: Bool { isClosing || isSuspending }
}
