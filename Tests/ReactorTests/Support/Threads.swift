import Foundation
import ReactorTestSupport

/// Runs `body` on `count` separate threads concurrently, not on the pool that tasks share; returns when all have ended.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    await withCheckedContinuation { continuation in
        let left = Locked(count)
        for index in 0..<count {
            Thread.detachNewThread {
                body(index)
                let isLast = left.withLock { left in
                    left -= 1
                    return left == 0
                }
                if isLast { continuation.resume() }
            }
        }
    }
}
