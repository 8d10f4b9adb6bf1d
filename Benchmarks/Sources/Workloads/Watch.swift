import Synchronization

/// Measures from the firing of an event until the subscriber is notified.
package final class Watch: @unchecked Sendable {
    // Sendable: firing and notifications alternate. The firing task writes before it fires, and reads after the notification;
    // the subscriber reads and writes in between.
    private var fired = ContinuousClock.now
    private var waiting: CheckedContinuation<Void, Never>?
    private let isNotified = Atomic(false)
    /// From each firing until it was delivered.
    package private(set) var delays: [Duration] = []
    /// The last value that it received.
    package private(set) var newest = 0

    package init() {}

    /// Discards the delays, not the newest value.
    package func forget() { delays = [] }

    /// Fires, and waits until the watch was notified.
    package func wait(_ fire: () -> Void) async {
        await withCheckedContinuation { continuation in
            waiting = continuation
            fired = .now
            fire()
        }
    }

    /// Fires; the watch is notified before `fire` returns.
    package func wait(firing fire: () async -> Void) async {
        fired = .now
        await fire()
    }

    /// Fires, and keeps the thread until the watch was notified.
    package func spin(_ fire: () -> Void) {
        isNotified.store(false, ordering: .relaxed)
        fired = .now
        fire()
        while !isNotified.load(ordering: .acquiring) {}
    }

    /// The subscriber was notified that `count` events are applied.
    package func notify(_ count: Int) {
        delays.append(ContinuousClock.now - fired)
        newest = count
        let waiting = waiting
        self.waiting = nil
        isNotified.store(true, ordering: .releasing)
        waiting?.resume()
    }
}
