import Reactor

/// A lock for asynchronous operations, which are run in the order of their calls.
package final class AsyncLock: Sendable {
    /// The waiting callers in order, or nil if no caller has the lock.
    private let waiting = Guarded<[Signal]?>(nil)

    package init() {}

    /// Returns when the earlier callers have unlocked it.
    package nonisolated(nonsending) func lock() async {
        let turn = waiting.withLock { waiting -> Signal? in
            guard waiting != nil else {
                waiting = []
                return nil
            }
            let turn = Signal()
            waiting?.append(turn)
            return turn
        }
        await turn?.wait()
    }

    /// Continues the next caller.
    package func unlock() {
        let next = waiting.withLock { waiting -> Signal? in
            if waiting?.isEmpty == false { return waiting?.removeFirst() }
            waiting = nil
            return nil
        }
        next?.fire()
    }
}
