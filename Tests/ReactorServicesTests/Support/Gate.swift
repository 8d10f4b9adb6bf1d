/// A place where code under test stops until the test lets it go on.
///
/// The code calls `pass()`; the test waits for it with `arrived()`, and lets it go on with `open()`. Nothing here looks
/// at cancellation: a body that stands at a gate ignores it.
final class Gate: Sendable {
    private struct Content {
        var isOpen = false
        var arrivals = 0
        var passing: [CheckedContinuation<Void, Never>] = []
        var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let content = Locked(Content())

    /// A gate; an open one only counts arrivals.
    init(isOpen: Bool = false) {
        content.withLock { $0.isOpen = isOpen }
    }

    /// How often somebody came here.
    var arrivals: Int { content.withLock { $0.arrivals } }

    /// Waits until the gate is open.
    func pass() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watching) = content.withLock { content in
                content.arrivals += 1
                if !content.isOpen { content.passing.append(continuation) }
                let watching = content.watching.filter { $0.count <= content.arrivals }.map(\.continuation)
                content.watching.removeAll { $0.count <= content.arrivals }
                return (content.isOpen, watching)
            }
            if isOpen { continuation.resume() }
            for watcher in watching { watcher.resume() }
        }
    }

    /// Counts an arrival without waiting, for code that is synchronous.
    func arrive() {
        let watching = content.withLock { content in
            content.arrivals += 1
            let watching = content.watching.filter { $0.count <= content.arrivals }.map(\.continuation)
            content.watching.removeAll { $0.count <= content.arrivals }
            return watching
        }
        for watcher in watching { watcher.resume() }
    }

    /// Returns when somebody has come `count` times in all.
    func arrived(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isReached = content.withLock { content in
                if content.arrivals < count { content.watching.append((count, continuation)) }
                return content.arrivals >= count
            }
            if isReached { continuation.resume() }
        }
    }

    /// Lets everybody pass, now and later.
    func open() {
        let passing = content.withLock { content in
            content.isOpen = true
            defer { content.passing = [] }
            return content.passing
        }
        for continuation in passing { continuation.resume() }
    }

    /// Lets those pass who stand here now; who comes later stops.
    func letThrough() {
        let passing = content.withLock { content in
            defer { content.passing = [] }
            return content.passing
        }
        for continuation in passing { continuation.resume() }
    }
}
