import Dispatch
import Foundation

/// Runs `body` on N separate threads concurrently, and waits for all of them.
///
/// Not `concurrentPerform`, which takes no more threads than there are cores.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    let group = DispatchGroup()
    for index in 0..<count {
        group.enter()
        Thread.detachNewThread {
            body(index)
            group.leave()
        }
    }
    await withCheckedContinuation { continuation in
        group.notify(queue: .global()) { continuation.resume() }
    }
}
