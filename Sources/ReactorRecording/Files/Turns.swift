import Reactor

/// Lets what takes a while, and must not meet itself, be done one after the other.
package final class Turns: Sendable {
    /// Who waits, the next first; nil when nobody has the turn.
    private let waiting = Guarded<[Signal]?>(nil)

    package init() {}

    /// Returns when those that asked before have ended theirs.
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

    /// The next one may begin.
    package func end() {
        let next = waiting.withLock { waiting -> Signal? in
            if waiting?.isEmpty == false { return waiting?.removeFirst() }
            waiting = nil
            return nil
        }
        next?.fire()
    }
}
