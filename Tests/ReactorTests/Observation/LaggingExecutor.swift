import Foundation
import ReactorTestSupport

/// An executor that lags under control of the test: it runs its jobs when it is called, on the thread of the caller; once
/// opened, it runs them on its own.
final class LaggingExecutor: SerialExecutor {
    private struct Content {
        var jobs: [UnownedJob] = []
        var isOpen = false
    }

    private let content = Locked(Content())
    private let arrived = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "lagging executor")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isOpen = content.withLock { content in
            if !content.isOpen { content.jobs.append(job) }
            return content.isOpen
        }
        if isOpen { queue.async { self.run(job) } } else { arrived.signal() }
    }

    /// Runs the jobs that wait now.
    func catchUp() {
        for job in takeJobs() { run(job) }
    }

    /// Waits for a job that was not waited for before, and runs the jobs that wait then. The thread does not stay busy,
    /// because the pool adds no thread for the job while its threads are busy.
    func catchUpWithNext() {
        arrived.wait()
        catchUp()
    }

    /// Runs waiting and new jobs.
    func open() {
        content.withLock { $0.isOpen = true }
        for job in takeJobs() { queue.async { self.run(job) } }
    }

    private func takeJobs() -> [UnownedJob] {
        content.withLock { content in
            defer { content.jobs = [] }
            return content.jobs
        }
    }

    private func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedSerialExecutor()) }
}
