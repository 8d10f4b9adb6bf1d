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
    private let content = Guarded(Conditions())
    private let followers = Guarded<[@Sendable (Surroundings) -> Void]>([])

    var conditions: Conditions { content.withLock { $0 } }

    /// Calls now, and whenever the conditions have changed. Calls may overtake each other, so they do not say how: who is called
    /// asks, in an order of its own.
    func add(_ follower: @escaping @Sendable (Surroundings) -> Void) {
        followers.withLock { $0.append(follower) }
        follower(self)
    }

    func change(_ change: (inout Conditions) -> Void) {
        content.withLock(change)
        for follower in followers.withLock({ $0 }) { follower(self) }
    }

    func coreClosed() { followers.withLock { $0 = [] } }
}
