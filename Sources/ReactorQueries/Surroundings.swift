public import Reactor

extension Core {
    /// Says whether there is a connection. While there is none, nothing is read; when there is one again, what waited is read, and
    /// what is watched and missing, invalidated, stale or failed.
    ///
    /// ```swift
    /// feed.setOnline(false)                          // what the system's monitor says
    /// ```
    public nonisolated func setOnline(_ isOnline: Bool) { surroundings?.change { $0.isOnline = isOnline } }

    /// Says whether the app is in front, as its scene phase does. While it is not, nothing is polled; when it is again, what
    /// is watched is read if it is missing, invalidated, stale or failed.
    public nonisolated func setForeground(_ isForeground: Bool) {
        surroundings?.change { $0.isForeground = isForeground }
    }

    nonisolated var surroundings: Surroundings? { companion("queries") { Surroundings() } }
}

/// Whether there is a connection, and whether the app is in front.
struct Conditions: Equatable {
    var isOnline = true
    var isForeground = true
}

/// What all queries of a core have to know of the world.
final class Surroundings: CoreCompanion {
    private struct Content {
        var conditions = Conditions()
        var followers: [@Sendable (Conditions) -> Void] = []
    }

    private let content = Guarded(Content())

    /// Calls with the conditions as they are, if they are not the usual ones, and whenever they have changed.
    func add(_ follower: @escaping @Sendable (Conditions) -> Void) {
        let conditions = content.withLock { content in
            content.followers.append(follower)
            return content.conditions
        }
        if conditions != Conditions() { follower(conditions) }
    }

    func change(_ change: (inout Conditions) -> Void) {
        let (conditions, followers) = content.withLock { content in
            change(&content.conditions)
            return (content.conditions, content.followers)
        }
        for follower in followers { follower(conditions) }
    }

    func coreClosed() { content.withLock { $0.followers = [] } }
}
