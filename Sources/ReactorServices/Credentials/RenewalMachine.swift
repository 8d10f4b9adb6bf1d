/// The decisions about a token that many callers need at the same time: it is renewed once for all of them. Pure; the
/// callers are numbers.
///
/// The caller that finds no good token begins the renewal and waits for it like those that come later. A renewal belongs to no
/// caller: when all of them have left, it continues, and its token is used by the next caller.
struct RenewalMachine: Sendable {
    typealias Caller = Int

    /// The next step of a caller.
    enum Answer: Equatable, Sendable {
        case use(Secret)
        /// `begins`: whether the caller has to begin the renewal.
        case wait(begins: Bool)
    }

    private struct Held {
        var token: Secret
        /// On the clock whose time `ask` is given.
        var expiry: Duration?
    }

    private var held: Held?
    private(set) var isRenewing = false
    private(set) var waiting: [Caller] = []
    /// How long before its end a token is not used any more.
    private let leeway: Duration

    init(leeway: Duration) { self.leeway = leeway }

    /// A caller needs the token.
    mutating func ask(_ caller: Caller, now: Duration) -> Answer {
        if !isRenewing, let held, held.expiry.map({ now < $0 }) ?? true { return .use(held.token) }
        held = nil
        waiting.append(caller)
        defer { isRenewing = true }
        return .wait(begins: !isRenewing)
    }

    /// The renewal has brought a new token.
    ///
    /// - Returns: The callers that wait for it.
    mutating func renewed(_ token: BearerToken, now: Duration) -> [Caller] {
        // A token that lives shorter than twice the leeway is used for half of its life, not never.
        let expiry = token.expiresIn.map { now + $0 - min(leeway, $0 / 2) }
        held = Held(token: token.token, expiry: expiry)
        return ended()
    }

    /// The renewal has ended.
    ///
    /// - Returns: The callers that wait for it. The next caller begins another renewal if there is no token.
    mutating func ended() -> [Caller] {
        isRenewing = false
        defer { waiting = [] }
        return waiting
    }

    /// A caller was cancelled.
    ///
    /// - Returns: Whether it was waiting.
    mutating func left(_ caller: Caller) -> Bool {
        guard let index = waiting.firstIndex(of: caller) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// The service does not take this token any more. A token that was renewed since then is kept.
    mutating func reject(_ token: Secret) {
        if held?.token == token { held = nil }
    }
}
