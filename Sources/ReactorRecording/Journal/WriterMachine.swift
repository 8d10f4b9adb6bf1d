/// Decides what the writer does next. Times are those of the configuration's clock.
package struct WriterMachine {
    package enum Action: Hashable {
        /// Take what waits, and write it.
        case take
        case sync
        /// Until then, or until something happens.
        case wait(until: Duration?)
        /// Everything is on the disk that was recorded: let go of the files.
        case suspend
        case end
    }

    private let durability: Durability
    private let gathering: Duration
    /// The last entry that the system was handed.
    package private(set) var written: UInt64
    /// The last entry that the disk has.
    package private(set) var synced: UInt64
    /// Since when there is something that the disk may not have.
    private var dirtySince: Duration?
    private var takenAt: Duration?
    /// The last entry that somebody waits for.
    private var wanted: UInt64 = 0
    private var isClosing = false
    private var isSuspending = false

    package init(_ durability: Durability, gathering: Duration, seq: UInt64) {
        self.durability = durability
        self.gathering = gathering
        written = seq
        synced = seq
    }

    /// The last entry of which the promise is kept.
    package var durable: UInt64 { durability == .process ? written : synced }

    package mutating func wants(_ seq: UInt64) { wanted = max(wanted, seq) }
    /// Nobody waits for more than this any longer.
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

    /// - Parameter isCrowded: so much waits that the core will soon have to.
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
