import Reactor

/// Runs everything in a simulation on the thread that drives it, one job at a time, in the order its script decides.
///
/// Whatever is ready waits here: jobs of tasks that prefer this executor, and lanes that have jobs. At each turn the
/// seed picks one of them, or holds it up for a while. Time moves when nothing is ready.
final class Scheduler: TaskExecutor, @unchecked Sendable {
    // Sendable: `lock` never changes; everything else is touched only while it is held.
    private let lock = Lock()
    private var turns: Turns
    private var waiting = Waiting()
    private var history: History
    /// The thread on which everything runs; nil while nothing does.
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

    /// Counts what comes from elsewhere than a job of this simulation.
    private func noteArrival() {
        guard driver != System.Thread.current else { return }
        arrivedLate += 1
        history.write(
            HistoryLine(time: waiting.time, who: nil, text: "from another thread, something becomes ready"))
    }

    // MARK: Running

    /// Why a run of turns came to its end.
    enum Rest {
        /// What it was run for is done.
        case done
        /// Nothing is ready, and no time is waited for.
        case quiet
        /// So many turns were not enough.
        case restless
    }

    /// Runs what is ready, and what comes of it, until `isDone` or until nothing can go on.
    ///
    /// - Parameter letsSettle: whether those who wait for everything to settle go on when it has.
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

    /// Nothing runs until the next turn, wherever that will be: what becomes ready meanwhile comes from elsewhere.
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

    /// Returns when nothing else can go on and no time is waited for.
    func settled() async {
        await withCheckedContinuation { continuation in withLock { waiting.settle(continuation) }?() }
    }

    // MARK: Ending

    /// From here on nobody is held up.
    func calm() { withLock { turns.isCalm = true } }

    /// Nothing will be waited for any more: wakes everybody who still does.
    func end() { for waking in withLock({ waiting.end() }) { waking() } }

    /// Whether anything is ready.
    var isReady: Bool { withLock { !turns.ready.isEmpty } }

    /// Releases what is ready and will never run, with what that holds.
    func abandon() { withLock { turns.ready = [] } }

    // MARK: History

    /// Takes a line into the history.
    ///
    /// - Parameters:
    ///   - name: whose line it is; of whoever runs unless given.
    ///   - place: where it was fired. Shown, and no part of what has to be the same in every run of the seed: a line that is
    ///     added above changes it.
    ///   - call: the call that it is about.
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

    /// What the run has to show.
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
