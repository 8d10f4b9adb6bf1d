import Reactor

/// The history of a run: a digest that any difference changes, and lines if the run is shown.
struct History {
    private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    /// The lines, or nil unless the run is shown.
    private(set) var lines: [HistoryLine]?

    init(isWritten: Bool) { lines = isWritten ? [] : nil }

    var isWritten: Bool { lines != nil }

    /// Adds a number to the digest.
    mutating func mix(_ value: UInt64) {
        digest = (digest ^ value) &* 0x9FB2_1C65_1E98_DF25
        digest ^= digest >> 32
    }

    /// Adds a text to the digest.
    mutating func mix(_ text: String) {
        for byte in text.utf8 { digest = (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        digest ^= digest >> 29
    }

    /// Adds a line if the run is shown.
    mutating func write(_ line: @autoclosure () -> HistoryLine) {
        if lines != nil { lines?.append(line()) }
    }
}

struct HistoryLine: Sendable, CustomStringConvertible {
    /// A step in the life of a call of a service.
    enum CallStep: Sendable {
        case called(isFaulty: Bool)
        case arrives
        case answered
        case fails
    }

    /// The time in nanoseconds.
    let time: Int64
    /// The name of a task, an executor or a core, or nil if the cause is outside of the simulation.
    let who: String?
    /// The text of the line, with its separator.
    let text: String
    /// The call of the line, if any.
    var call: (id: String, step: CallStep)?

    var description: String { "\(SimulatedTime.column(time))  \(who ?? "")\(text)" }
}

/// A middleware that adds each accepted event to the history. It is the last one, so it receives the events that the other
/// middlewares return.
struct HistoryMiddleware<StateType: State>: Middleware {
    let name: String
    let scheduler: Scheduler
    /// The call site of the event that is being processed.
    let place: Guarded<CallSite?>

    func intercept(event: any Event, state: StateType) -> (any Event)? {
        scheduler.note("takes \(OrderedText.of(event))", by: name, at: place.withLock { $0 })
        return event
    }
}

enum SimulatedTime {
    /// Returns a time, right-aligned.
    static func column(_ nanoseconds: Int64) -> String {
        let text = milliseconds(nanoseconds)
        return String(repeating: " ", count: max(0, 12 - text.count)) + text
    }

    /// Returns nanoseconds as milliseconds with three decimals.
    static func milliseconds(_ nanoseconds: Int64) -> String {
        let digits = String(nanoseconds / 1_000 % 1_000)
        let zeros = String(repeating: "0", count: 3 - digits.count)
        return "\(nanoseconds / 1_000_000).\(zeros)\(digits) ms"
    }
}
