import Reactor

/// What happened in a run, as one number that any difference changes, and, when somebody will read it, as lines.
struct History {
    private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    /// Nil unless the run is shown.
    private(set) var lines: [HistoryLine]?

    init(isWritten: Bool) { lines = isWritten ? [] : nil }

    var isWritten: Bool { lines != nil }

    /// Takes a number into the digest.
    mutating func mix(_ value: UInt64) {
        digest = (digest ^ value) &* 0x9FB2_1C65_1E98_DF25
        digest ^= digest >> 32
    }

    /// Takes a text into the digest.
    mutating func mix(_ text: String) {
        for byte in text.utf8 { digest = (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        digest ^= digest >> 29
    }

    /// Keeps a line for whoever reads.
    mutating func write(_ line: @autoclosure () -> HistoryLine) {
        if lines != nil { lines?.append(line()) }
    }
}

/// One thing that happened in a run that is shown.
struct HistoryLine: Sendable, CustomStringConvertible {
    /// What happened to a call of a service.
    enum CallStep: Sendable {
        case called(isFaulty: Bool)
        case arrives
        case answered
        case fails
    }

    /// When, in nanoseconds.
    let time: Int64
    /// A task, an executor or a core; nil for what is outside of the simulation.
    let who: String?
    /// What it did, with what stands between the two.
    let text: String
    /// The call that it is about, if any.
    var call: (id: String, step: CallStep)?

    var description: String { "\(SimulatedTime.column(time))  \(who ?? "")\(text)" }
}

/// Takes each event that a core accepts into the history. Stands last, so that it sees what the others made of it.
struct HistoryMiddleware<StateType: State>: Middleware {
    let name: String
    let scheduler: Scheduler
    /// Where the event was fired that is being asked about.
    let place: Guarded<CallSite?>

    func intercept(event: any Event, state: StateType) -> (any Event)? {
        scheduler.note("takes \(event)", by: name, at: place.withLock { $0 })
        return event
    }
}

/// Texts of a time of a simulation.
enum SimulatedTime {
    /// A time, right-aligned before a line.
    static func column(_ nanoseconds: Int64) -> String {
        let text = milliseconds(nanoseconds)
        return String(repeating: " ", count: max(0, 12 - text.count)) + text
    }

    /// Nanoseconds as milliseconds with three decimals.
    static func milliseconds(_ nanoseconds: Int64) -> String {
        let digits = String(nanoseconds / 1_000 % 1_000)
        let zeros = String(repeating: "0", count: 3 - digits.count)
        return "\(nanoseconds / 1_000_000).\(zeros)\(digits) ms"
    }
}
