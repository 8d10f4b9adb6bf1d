import Reactor

/// An executor that runs all jobs of a simulation on the thread that drives it, one at a time, in the order of its script.
///
/// Ready entries wait here: jobs of tasks that prefer this executor, and lanes that have jobs. At each turn the seed picks one of
/// them or delays it. Time moves when no entry is ready.
final class Scheduler: TaskExecutor, @unchecked Sendable {
    // Sendable: `lock` never changes; everything else is touched only while it is held.
    private let lock = Lock()
    private var turns: Turns
    private var waiting = Waiting()
    private var history: History
    /// The thread that runs the jobs, or nil while none runs.
    private var driver: System.Thread? = System.Thread.current
    private var arrivedLate = 0

    init(script: SimulationScript, slowness: Int, isWritten: Bool) {
        turns = Turns(script: script, slowness: slowness)
        history = History(isWritten: isWritten)
    }

    deinit { lock.destroy() }

    private func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    // MARK: What becomes ready

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        withLock {
            noteArrival()
            turns.ready.append(.job(job))
        }
    }

    func add(_ job: UnownedJob, on lane: SimulatedLane) {
        withLock {
            noteArrival()
            let isListed = !lane.isEmpty
            lane.append(job)
            if !isListed { turns.ready.append(.lane(lane)) }
        }
    }

    /// Counts jobs that were not enqueued by a job of this simulation.
    private func noteArrival() {
        guard driver != System.Thread.current else { return }
        arrivedLate += 1
        history.write(
            HistoryLine(time: waiting.time, who: nil, text: "from another thread, something becomes ready"))
    }

    // MARK: Running

    /// The reason for the end of a series of turns.
    enum Rest {
        /// The condition is met.
        case done
        /// No entry is ready, and no time is awaited.
        case quiet
        /// The limit of turns was reached.
        case restless
    }

    /// Runs ready jobs until `isDone`, or until no job can run.
    ///
    /// - Parameter letsSettle: Whether calls that wait for the simulation to settle resume when it has settled.
    func run(atMost limit: Int, letsSettle: Bool = true, until isDone: () -> Bool) -> Rest {
        let last = withLock {
            driver = System.Thread.current
            return turns.count + limit
        }
        while !isDone() {
            if let turn = takeTurn() {
                perform(turn)
                if turn.number > last { return .restless }
            } else if let woken = withLock({ waiting.advance(&turns, &history) }) {
                for waking in woken { waking() }
            } else {
                let settled = letsSettle ? withLock { waiting.takeSettling() } : []
                if settled.isEmpty { return .quiet }
                for waking in settled { waking() }
            }
        }
        return .done
    }

    /// Ends the use of this thread until the next turn. Jobs that become ready in the meantime count as coming from outside.
    func pause() { withLock { driver = nil } }

    private func takeTurn() -> Turns.Turn? {
        withLock {
            while let turn = turns.takeNext(&history, at: waiting.time) {
                guard turn.delay > 0 else { return turn }
                waiting.postpone(turn.entry, for: turn.delay)
            }
            return nil
        }
    }

    private func perform(_ turn: Turns.Turn) {
        switch turn.entry {
        case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
        case .lane(let lane):
            let job = withLock {
                let job = lane.removeFirst()
                if !lane.isEmpty { turns.ready.append(.lane(lane)) }
                return job
            }
            job.runSynchronously(isolatedTo: lane.asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
    }

    // MARK: Waiting

    /// The time since the beginning, in nanoseconds.
    var now: Int64 { withLock { waiting.time } }

    func sleep(until deadline: Int64) async throws {
        let id = withLock { waiting.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                withLock { waiting.fallAsleep(id, until: deadline, continuation) }?()
            }
        } onCancel: {
            withLock { waiting.cancel(id) }?()
        }
    }

    /// Returns when no job can run and no time is awaited.
    func settled() async {
        await withCheckedContinuation { continuation in withLock { waiting.settle(continuation) }?() }
    }

    // MARK: Ending

    /// Stops all delays.
    func calm() { withLock { turns.isCalm = true } }

    /// Ends all waiting, and wakes the waiting tasks.
    func end() { for waking in withLock({ waiting.end() }) { waking() } }

    var isReady: Bool { withLock { !turns.ready.isEmpty } }

    /// Releases the ready entries, which will never run.
    func abandon() { withLock { turns.ready = [] } }

    // MARK: History

    /// Adds a line to the history.
    ///
    /// - Parameters:
    ///   - name: The name of the actor or task of the line, by default the one that runs.
    ///   - place: The call site. It is shown, but is not a part of the digest, because a line added above it in the file would
    ///     change it.
    ///   - call: The call of a service that the line belongs to.
    func note(
        _ text: String, by name: String? = nil, at place: CallSite? = nil,
        call: (id: String, step: HistoryLine.CallStep)? = nil
    ) {
        withLock {
            if let name { history.mix(name) }
            history.mix(text)
            let at = place.map { ", at \($0)" } ?? ""
            history.write(
                HistoryLine(time: waiting.time, who: name ?? turns.running, text: ": \(text)\(at)", call: call))
        }
    }

    /// The results of a run.
    struct Record {
        var digest: UInt64
        var turns: Int
        var reordered: [Int]
        var arrivedLate: Int
        var lines: [HistoryLine]
    }

    var record: Record {
        withLock {
            Record(
                digest: history.digest, turns: turns.count, reordered: turns.reordered, arrivedLate: arrivedLate,
                lines: history.lines ?? [])
        }
    }
}
