/// A serial executor in a simulation. It runs its jobs in order, at turns that the seed decides.
final class SimulatedLane: SerialExecutor, @unchecked Sendable {
    // Sendable: `name` and `scheduler` never change; the rest is touched only while the scheduler is locked.
    let name: String
    private let scheduler: Scheduler
    private var jobs: [UnownedJob] = []
    private var head = 0

    init(name: String, scheduler: Scheduler) {
        self.name = name
        self.scheduler = scheduler
    }

    func enqueue(_ job: consuming ExecutorJob) { scheduler.add(UnownedJob(job), on: self) }

    var isEmpty: Bool { head == jobs.count }

    func append(_ job: UnownedJob) { jobs.append(job) }

    /// Removes the oldest job. There must be one.
    func removeFirst() -> UnownedJob {
        let job = jobs[head]
        head += 1
        if isEmpty {
            jobs.removeAll(keepingCapacity: true)
            head = 0
        }
        return job
    }
}
