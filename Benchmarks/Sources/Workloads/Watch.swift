import Synchronization

/// Measures from the firing of an event until somebody is told.
package final class Watch: @unchecked Sendable {
    // Sendable: firing and being told take turns. The firing task writes before it fires, and reads when it was told;
    // whoever is told reads and writes in between.
    private var fired = ContinuousClock.now
    private var waiting: CheckedContinuation<Void, Never>?
    private let isTold = Atomic(false)
    /// From each firing until it was told.
    package private(set) var delays: [Duration] = []
    /// What it was told last.
    package private(set) var newest = 0

    package init() {}

    /// Forgets the delays, not the newest value.
    package func forget() { delays = [] }

    /// Fires, and waits until the watch was told.
    package func wait(_ fire: () -> Void) async {
        await withCheckedContinuation { continuation in
            waiting = continuation
            fired = .now
            fire()
        }
    }

    /// Fires; the watch is told before `fire` returns.
    package func wait(firing fire: () async -> Void) async {
        fired = .now
        await fire()
    }

    /// Fires, and keeps the thread until the watch was told.
    package func spin(_ fire: () -> Void) {
        isTold.store(false, ordering: .relaxed)
        fired = .now
        fire()
        while !isTold.load(ordering: .acquiring) {}
    }

    /// Somebody was told that `count` events are applied.
    package func tell(_ count: Int) {
        delays.append(ContinuousClock.now - fired)
        newest = count
        let waiting = waiting
        self.waiting = nil
        isTold.store(true, ordering: .releasing)
        waiting?.resume()
    }
}
