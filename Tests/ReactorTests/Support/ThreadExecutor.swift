import Foundation
import Reactor

/// A serial executor with its own thread: its jobs may block without delaying anything else.
final class ThreadExecutor: SerialExecutor {
    private let queue = JobQueue()

    init() {
        Thread.detachNewThread { [queue] in queue.runUntilEnd() }
    }

    deinit { queue.end() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.add { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// Closures in a row, and the thread that runs them.
private final class JobQueue: @unchecked Sendable {
    // Sendable: everything is touched while the condition is locked.
    private let condition = NSCondition()
    private var jobs: [() -> Void] = []
    private var isOver = false

    func add(_ job: @escaping () -> Void) {
        condition.withLock { jobs.append(job) }
        condition.signal()
    }

    func end() {
        condition.withLock { isOver = true }
        condition.signal()
    }

    func runUntilEnd() { while let job = next() { job() } }

    private func next() -> (() -> Void)? {
        condition.lock()
        defer { condition.unlock() }
        while jobs.isEmpty && !isOver { condition.wait() }
        return jobs.isEmpty ? nil : jobs.removeFirst()
    }
}

/// Blocks threads until it is opened.
final class Barrier: @unchecked Sendable {
    // Sendable: `isOpen` is touched while the condition is locked.
    private let condition = NSCondition()
    private var isOpen = false

    /// Blocks until it is open. Not for threads of the system's pool.
    func pass() {
        condition.lock()
        defer { condition.unlock() }
        while !isOpen { condition.wait() }
    }

    func open() {
        condition.withLock { isOpen = true }
        condition.broadcast()
    }
}
