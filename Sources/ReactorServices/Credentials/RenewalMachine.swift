/// The pure decisions about a token that several callers need at the same time. Callers are numbers.
///
/// The first caller that finds no valid token starts the renewal, and all callers wait for it. The renewal does not
/// belong to a caller: it continues after all of them have left, and the next caller uses its token.
struct RenewalMachine: Sendable {
    typealias Caller = Int

    enum Answer: Equatable, Sendable {
        case use(Secret)
        /// `begins` is whether the caller must start the renewal.
        case wait(begins: Bool)
    }

    private struct CurrentToken {
        var token: Secret
        /// The expiry on the clock that `ask` uses.
        var expiry: Duration?
    }

    private var held: CurrentToken?
    private(set) var isRenewing = false
    private(set) var waiting: [Caller] = []
    /// The time before its expiry at which a token is no longer used.
    private let leeway: Duration

    init(leeway: Duration) { self.leeway = leeway }

    /// Returns the token, or adds the caller to those that wait for it.
    mutating func ask(_ caller: Caller, now: Duration) -> Answer {
        if !isRenewing, let held, held.expiry.map({ now < $0 }) ?? true { return .use(held.token) }
        held = nil
        waiting.append(caller)
        defer { isRenewing = true }
        return .wait(begins: !isRenewing)
    }

    /// Stores the token of a renewal.
    ///
    /// - Returns: The callers that wait for it.
    mutating func renewed(_ token: BearerToken, now: Duration) -> [Caller] {
        // A token with a lifetime below twice the leeway is used for half of its lifetime.
        let expiry = token.expiresIn.map { now + $0 - min(leeway, $0 / 2) }
        held = CurrentToken(token: token.token, expiry: expiry)
        return ended()
    }

    /// Ends a renewal.
    ///
    /// - Returns: The callers that wait for it. The next caller starts another renewal if there is no token.
    mutating func ended() -> [Caller] {
        isRenewing = false
        defer { waiting = [] }
        return waiting
    }

    /// Removes a caller that was cancelled.
    ///
    /// - Returns: Whether it was waiting.
    mutating func left(_ caller: Caller) -> Bool {
        guard let index = waiting.firstIndex(of: caller) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// Discards a token that the service rejected. A token that was renewed since then is preserved.
    mutating func reject(_ token: Secret) {
        if held?.token == token { held = nil }
    }
}
