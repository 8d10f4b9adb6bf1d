/// Who renews a token that many ask for at once: the first, for all. Pure; the callers are numbers.
///
/// One caller leads: it renews in its own task, so no task is started for it. When it is cancelled meanwhile, the first of
/// those who wait leads in its place.
struct RenewalMachine: Sendable {
    typealias Caller = Int

    /// What a caller that asks is to do.
    enum Answer: Equatable, Sendable {
        case use(Secret)
        case lead
        case wait
    }

    private struct Held {
        var token: Secret
        /// On the clock whose time `ask` is given.
        var expiry: Duration?
    }

    private var held: Held?
    private(set) var leader: Caller?
    private(set) var waiting: [Caller] = []
    /// How long before its end a token is not used any more.
    private let leeway: Duration

    init(leeway: Duration) { self.leeway = leeway }

    /// A caller needs the token.
    mutating func ask(_ caller: Caller, now: Duration) -> Answer {
        if leader != nil {
            waiting.append(caller)
            return .wait
        }
        if let held, held.expiry.map({ now < $0 }) ?? true { return .use(held.token) }
        held = nil
        leader = caller
        return .lead
    }

    /// The leader has a new token.
    ///
    /// - Returns: Those who wait for it.
    mutating func renewed(_ token: BearerToken, now: Duration) -> [Caller] {
        // A token that lives shorter than twice the leeway is used for half of its life, not never.
        let expiry = token.expiresIn.map { now + $0 - min(leeway, $0 / 2) }
        held = Held(token: token.token, expiry: expiry)
        return endRound()
    }

    /// The leader got no token.
    ///
    /// - Returns: Those who fail with it. The next who asks tries anew.
    mutating func failed() -> [Caller] { endRound() }

    /// The leader was cancelled.
    ///
    /// - Returns: Who leads now; nil when nobody waits.
    mutating func leaderLeft() -> Caller? {
        leader = waiting.isEmpty ? nil : waiting.removeFirst()
        return leader
    }

    /// One who waits was cancelled.
    ///
    /// - Returns: False when it does not wait any more, because it was answered before.
    mutating func waiterLeft(_ caller: Caller) -> Bool {
        guard let index = waiting.firstIndex(of: caller) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// The service does not take this token any more. One that was renewed since is kept.
    mutating func reject(_ token: Secret) {
        if held?.token == token { held = nil }
    }

    private mutating func endRound() -> [Caller] {
        leader = nil
        defer { waiting = [] }
        return waiting
    }
}
