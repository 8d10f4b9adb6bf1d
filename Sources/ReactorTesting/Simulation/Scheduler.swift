import Reactor

/// Runs everything in a simulation on the thread that drives it, one job at a time, in the order its script decides.
///
/// Whatever is ready waits here: jobs of tasks that prefer this executor, and lanes that have jobs. At each turn the
/// seed picks one of them, or holds it up for a while. Time moves when nothing is ready.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
final class Scheduler: TaskExecutor, @unchecked Sendable {
    // Sendable: `script` and the settings never change; everything else is touched only while `lock` is held.
    enum Entry {
        case job(UnownedJob)
        case lane(SimulatedLane)
    }

    enum Appointment {
        case wake(Int)
        case goOn(Entry)
    }

    let script: SimulationScript
    let slowness: Int
    private let order: UInt64
    private let lock = Lock()

    private var ready: [Entry] = []
    private var agenda = Agenda<Appointment>()
    private var time = 0
    private var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
    private var lastSleep = 0
    /// Sleeps that were cancelled before they began.
    private var cancelledSleeps: Set<Int> = []
    private var settling: [CheckedContinuation<Void, Never>] = []
    private var history: History
    private var turn = 0
    private var isCalm = false
    private var isOver = false
    /// The thread on which everything runs; nil while nothing does.
    private var driver: System.Thread? = System.Thread.current
    private var arrivedLate = 0
    /// The turns that went otherwise than in the order of waiting.
    private var reordered: [Int] = []
    /// Whoever runs now, for the lines of the history; and the tasks that have run, in the order of their first turn.
    private var running = "the body"
    private var tasks: [String: Int] = [:]

    init(script: SimulationScript, slowness: Int, isTold: Bool) {
        self.script = script
        self.slowness = slowness
        order = SeededRandom(seed: script.seed).split(named: "order").first
        history = History(isTold: isTold)
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
            ready.append(.job(job))
        }
    }

    func add(_ job: UnownedJob, on lane: SimulatedLane) {
        withLock {
            noteArrival()
            let isListed = !lane.isEmpty
            lane.append(job)
            if !isListed { ready.append(.lane(lane)) }
        }
    }

    /// Counts what comes from elsewhere than a job of this simulation.
    private func noteArrival() {
        guard driver != System.Thread.current else { return }
        arrivedLate += 1
        history.tell("\(Errors.time(time))  from another thread, something becomes ready")
    }

    // MARK: Turns

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
        withLock { driver = System.Thread.current }
        let last = turn + limit
        while !isDone() {
            if let entry = takeNext() {
                perform(entry)
            } else if advance() {
                continue
            } else if !(letsSettle && goOnSettled()) {
                return .quiet
            }
            if turn > last { return .restless }
        }
        return .done
    }

    /// Picks what goes on, nil if nothing is ready.
    private func takeNext() -> Entry? {
        withLock {
            while !ready.isEmpty {
                turn += 1
                let bits = SeededRandom(seed: order &+ UInt64(turn) &* 0x9E37_79B9_7F4A_7C15).first
                let isFree = script.keepsTurn(turn)
                let index = isFree ? Int((bits >> 32).multipliedFullWidth(by: UInt64(ready.count) << 32).high) : 0
                let entry = ready.remove(at: index)
                let delay = isFree && !isCalm ? self.delay(bits) : 0
                if index > 0 || delay > 0 { reordered.append(turn) }
                history.mix(UInt64(ready.count) << 32 | UInt64(index))
                if history.isTold { tell(entry, index, delay) }
                guard delay > 0 else { return entry }
                history.mix(UInt64(delay))
                agenda.add(.goOn(entry), at: time + delay)
            }
            return nil
        }
    }

    /// For how long a slow processor holds a step up: from a microsecond to a tenth of a second, each magnitude as likely
    /// as the others.
    private func delay(_ bits: UInt64) -> Int {
        guard Int(bits & 0xFFFF) % 100 < slowness else { return 0 }
        var random = SeededRandom(seed: bits)
        let magnitude = [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000][random.below(5)]
        return random.number(in: magnitude / 10...magnitude)
    }

    private func perform(_ entry: Entry) {
        switch entry {
        case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
        case .lane(let lane):
            let job = withLock {
                let job = lane.removeFirst()
                if !lane.isEmpty { ready.append(.lane(lane)) }
                return job
            }
            job.runSynchronously(
                isolatedTo: lane.asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
    }

    /// Moves time to the next appointment, and keeps it.
    private func advance() -> Bool {
        withLock {
            guard let next = agenda.next else { return nil as (() -> Void)? }
            time = max(time, next)
            history.mix(UInt64(time))
            switch agenda.removeNext() {
            case .wake(let id): return sleepers.removeValue(forKey: id).map { sleeper in { sleeper.resume() } } ?? {}
            case .goOn(let entry): ready.append(entry)
            case nil: break
            }
            return {}
        }.map { $0() } != nil
    }

    private func goOnSettled() -> Bool {
        let settled = withLock {
            defer { settling = [] }
            return settling
        }
        for continuation in settled { continuation.resume() }
        return !settled.isEmpty
    }

    // MARK: Waiting

    var now: Int { withLock { time } }

    func sleep(until deadline: Int) async throws {
        let id = withLock {
            lastSleep += 1
            return lastSleep
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = withLock {
                    if isOver || cancelledSleeps.remove(id) != nil { return true }
                    sleepers[id] = continuation
                    agenda.add(.wake(id), at: max(deadline, time))
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            cancelSleep(id)
        }
    }

    private func cancelSleep(_ id: Int) {
        let sleeper = withLock {
            let sleeper = sleepers.removeValue(forKey: id)
            if sleeper == nil { cancelledSleeps.insert(id) } else { agenda.removeAll { $0.isWaking(id) } }
            return sleeper
        }
        sleeper?.resume(throwing: CancellationError())
    }

    /// Returns when nothing else can go on and no time is waited for.
    func settled() async {
        await withCheckedContinuation { continuation in
            let isOver = withLock {
                if !self.isOver { settling.append(continuation) }
                return self.isOver
            }
            if isOver { continuation.resume() }
        }
    }

    // MARK: Ending

    /// From here on nobody is held up.
    func calm() { withLock { isCalm = true } }

    /// Nothing will be waited for any more: wakes everybody who still does.
    func end() {
        let (sleeping, settling) = withLock {
            isOver = true
            defer {
                sleepers = [:]
                self.settling = []
            }
            return (sleepers.sorted { $0.key < $1.key }.map(\.value), self.settling)
        }
        for sleeper in sleeping { sleeper.resume(throwing: CancellationError()) }
        for continuation in settling { continuation.resume() }
    }

    /// Nothing runs until the next turn, wherever that will be: what becomes ready meanwhile comes from elsewhere.
    func pause() { withLock { driver = nil } }

    /// Whether anything is ready.
    var isReady: Bool { withLock { !ready.isEmpty } }

    /// Lets go of what is ready and will never run, with what that holds.
    func abandon() { withLock { ready = [] } }

    /// What the run has to show.
    struct Record {
        var digest: UInt64
        var turns: Int
        var reordered: [Int]
        var arrivedLate: Int
        var lines: [String]
    }

    var record: Record {
        withLock {
            Record(
                digest: history.digest, turns: turn, reordered: reordered, arrivedLate: arrivedLate,
                lines: history.lines ?? [])
        }
    }

    // MARK: Telling

    /// Takes a line into the history.
    func note(_ text: String) {
        withLock {
            history.mix(text)
            history.tell("\(Errors.time(time))  \(running): \(text)")
        }
    }

    private func tell(_ entry: Entry, _ index: Int, _ delay: Int) {
        running = name(entry)
        if delay > 0 {
            history.tell("\(Errors.time(time))  \(running) is held up for \(Errors.span(delay))      (turn \(turn))")
        } else if index > 0 {
            let passed = ready.prefix(index).map(name).joined(separator: ", ")
            history.tell("\(Errors.time(time))  \(running) goes ahead of \(passed)      (turn \(turn))")
        }
    }

    private func name(_ entry: Entry) -> String {
        switch entry {
        case .lane(let lane): return lane.name
        case .job(let job):
            let id = job.description
            let number = tasks[id] ?? tasks.count + 1
            tasks[id] = number
            return "task \(number)"
        }
    }
}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension Scheduler.Appointment {
    fileprivate func isWaking(_ id: Int) -> Bool { if case .wake(id) = self { true } else { false } }
}

extension SeededRandom {
    /// The first number of this source.
    var first: UInt64 {
        var random = self
        return random.next()
    }
}
