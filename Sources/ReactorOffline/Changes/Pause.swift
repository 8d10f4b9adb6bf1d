import Reactor

/// A delay that a service requested, and its start.
///
/// It is stored in wall-clock time, which continues between two processes. The user can change that clock at any time.
struct Pause: Hashable, Codable, Sendable {
    let since: Timestamp
    let until: Timestamp

    /// The longest accepted delay, so that an absurd number does not stop a lane permanently.
    static let longest = Duration.seconds(86_400)

    init(_ length: Duration, since: Timestamp) {
        self.since = since
        until = since.advanced(by: min(length, Self.longest))
    }

    /// Returns the rest of the delay. A clock that was set back does not extend it.
    func rest(at now: Timestamp) -> Duration {
        let length = min(since.duration(to: until), Self.longest)
        return min(length, max(.zero, now.duration(to: until)))
    }
}
