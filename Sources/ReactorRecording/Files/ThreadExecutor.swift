import ReactorPlatform

/// A serial executor with its own thread, for work that waits for the disk. The pool has too few threads to wait.
package final class ThreadExecutor: SerialExecutor {
    private let queue = JobQueue()

    package init() {
        let code = startThread(queue)
        guard code == 0 else {
            fatalError(
                "The system could not create a thread for the journal (code \(code)). Reduce the number of threads in the process."
            )
        }
    }

    deinit { queue.close() }

    package func enqueue(_ job: consuming ExecutorJob) {
        queue.append(UnownedJob(job), for: asUnownedSerialExecutor())
    }
}

/// - Returns: 0, or the system's error code.
private func startThread(_ queue: JobQueue) -> Int32 {
    let context = Unmanaged.passRetained(queue).toOpaque()
    #if canImport(Darwin) || canImport(Musl)
        var thread: pthread_t?
        let code = pthread_create(&thread, nil, { runJobs($0) }, context)
        if code == 0, let thread { pthread_detach(thread) }
    #else
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, { runJobs($0) }, context)
        if code == 0 { pthread_detach(thread) }
    #endif
    return code
}

private func runJobs(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let queue = Unmanaged<JobQueue>.fromOpaque(context).takeRetainedValue()
    while let (job, executor) = queue.next() { job.runSynchronously(on: executor) }
    return nil
}

/// The jobs of the thread. The queue outlives the executor until the thread ends.
private final class JobQueue: @unchecked Sendable {
    // Sendable: the members below are read and written only while `monitor` is held.
    private let monitor = Monitor()
    private var jobs: [(UnownedJob, UnownedSerialExecutor)] = []
    private var taken: [(UnownedJob, UnownedSerialExecutor)] = []
    private var isClosed = false

    deinit { monitor.destroy() }

    func append(_ job: UnownedJob, for executor: UnownedSerialExecutor) {
        monitor.lock()
        jobs.append((job, executor))
        monitor.signal()
        monitor.unlock()
    }

    func close() {
        monitor.lock()
        isClosed = true
        monitor.signal()
        monitor.unlock()
    }

    /// Returns the next job, or nil at the end.
    func next() -> (UnownedJob, UnownedSerialExecutor)? {
        monitor.lock()
        defer { monitor.unlock() }
        if let job = taken.popLast() { return job }
        while jobs.isEmpty {
            if isClosed { return nil }
            monitor.wait()
        }
        swap(&jobs, &taken)
        taken.reverse()
        return taken.popLast()
    }
}
