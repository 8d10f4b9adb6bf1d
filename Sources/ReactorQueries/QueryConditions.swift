public import Reactor

extension Core {
    /// Sets whether the device is online. While it is offline, no value is read. When it is online again, waiting reads
    /// are done, and watched values are read if they are missing, invalidated, stale or failed.
    ///
    /// ```swift
    /// feed.setOnline(false)                          // from the system's network monitor
    /// ```
    public nonisolated func setOnline(_ isOnline: Bool) { surroundings?.change { $0.isOnline = isOnline } }

    /// Sets whether the app is in the foreground, from its scene phase. In the background no value is polled. In the
    /// foreground again, watched values are read if they are missing, invalidated, stale or failed.
    public nonisolated func setForeground(_ isForeground: Bool) {
        surroundings?.change { $0.isForeground = isForeground }
    }

    nonisolated var surroundings: QueryConditions? { companion("queries") { QueryConditions() } }
}

struct Conditions: Equatable {
    var isOnline = true
    var isForeground = true
}

/// The conditions that all queries of a core depend on.
final class QueryConditions: CoreCompanion {
    private let content = Guarded(Conditions())
    private let followers = Guarded<[@Sendable (QueryConditions) -> Void]>([])

    var conditions: Conditions { content.withLock { $0 } }

    /// Calls the closure now and after each change. Calls can overtake each other, so the closure reads the conditions
    /// itself, in its own order.
    func add(_ follower: @escaping @Sendable (QueryConditions) -> Void) {
        followers.withLock { $0.append(follower) }
        follower(self)
    }

    func change(_ change: (inout Conditions) -> Void) {
        content.withLock(change)
        for follower in followers.withLock({ $0 }) { follower(self) }
    }

    func coreClosed() { followers.withLock { $0 = [] } }
}
