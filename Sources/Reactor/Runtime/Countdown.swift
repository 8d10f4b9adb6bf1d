/// Calls a closure when as many things were done as were announced.
final class Countdown: Sendable {
    private let left: Guarded<Int>
    private let finish: @Sendable () -> Void

    /// Waits for `count` things. One of them should be the announcing itself, so that none is missed meanwhile.
    init(_ count: Int, finish: @escaping @Sendable () -> Void) {
        left = Guarded(count)
        self.finish = finish
    }

    /// Announces one more.
    func add() { left.withLock { $0 += 1 } }

    /// One is done.
    func done() {
        let isLast = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isLast { finish() }
    }
}
