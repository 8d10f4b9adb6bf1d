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
    let time: Int
    /// A task, an executor or a core; nil for what is outside of the simulation.
    let who: String?
    /// What it did, with what stands between the two.
    let text: String
    /// The call that it is about, if any.
    var call: (id: String, step: CallStep)?

    var description: String { "\(Errors.time(time))  \(who ?? "")\(text)" }
}
