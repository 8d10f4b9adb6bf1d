import Reactor

/// How long a service asked to be left alone, and when it did.
///
/// It is kept by the wall clock, the only one that goes on between two processes. Somebody may set that at any time.
struct Pause: Hashable, Codable, Sendable {
    /// When it was asked for.
    let since: Timestamp
    /// When it is over.
    let until: Timestamp

    /// The longest that is obeyed: a number without sense does not stop a lane for good.
    static let longest = Duration.seconds(86_400)

    /// A pause of this length.
    init(_ length: Duration, since: Timestamp) {
        self.since = since
        until = since.advanced(by: min(length, Self.longest))
    }

    /// What is left of it. A clock that was set back makes it no longer than it was.
    func rest(at now: Timestamp) -> Duration {
        let length = min(since.duration(to: until), Self.longest)
        return min(length, max(.zero, now.duration(to: until)))
    }
}
