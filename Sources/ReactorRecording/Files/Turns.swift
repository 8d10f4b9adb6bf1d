import Reactor

/// A queue of asynchronous operations that must not overlap.
package final class Turns: Sendable {
    /// The waiting callers in order, or nil if no caller has the turn.
    private let waiting = Guarded<[Signal]?>(nil)

    package init() {}

    /// Returns when the earlier callers have ended their turns.
    package nonisolated(nonsending) func take() async {
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

    /// Ends the turn, so that the next caller continues.
    package func end() {
        let next = waiting.withLock { waiting -> Signal? in
            if waiting?.isEmpty == false { return waiting?.removeFirst() }
            waiting = nil
            return nil
        }
        next?.fire()
    }
}
