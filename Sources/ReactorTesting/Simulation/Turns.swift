/// The ready entries, and the choice of the next one by the seed and the number of the turn.
struct Turns {
    enum Runnable {
        case job(UnownedJob)
        case lane(SimulatedLane)
    }

    struct Turn {
        let number: Int
        let entry: Runnable
        /// The delay in nanoseconds.
        let delay: Int64
    }

    /// The name for jobs that do not belong to a task.
    static let nobody = "an actor"

    /// The ready entries, in the order in which they became ready.
    var ready: [Runnable] = []
    /// The number of turns so far.
    private(set) var count = 0
    /// The turns that were not in the order of waiting.
    private(set) var reordered: [Int] = []
    /// Whether delays are off.
    var isCalm = false
    /// The name of the running entry, for the history.
    private(set) var running = "the body"

    private let script: SimulationScript
    private let slowness: Int
    private let order: UInt64
    /// The tasks that have run, by the order of their first turn.
    private var tasks: [String: Int] = [:]

    init(script: SimulationScript, slowness: Int) {
        self.script = script
        self.slowness = slowness
        order = SeededRandom(seed: script.seed).split(named: "order \(script.order)").first
    }

    /// Picks the next entry, to run or to delay it, or nil if none is ready.
    mutating func takeNext(_ history: inout History, at time: Int64) -> Turn? {
        guard !ready.isEmpty else { return nil }
        count += 1
        var bits = SeededRandom(seed: order &+ UInt64(count) &* 0x9E37_79B9_7F4A_7C15)
        let isFree = script.keepsTurn(count)
        let index = isFree ? bits.below(ready.count) : 0
        let entry = ready.remove(at: index)
        let delay = isFree && !isCalm ? delay(&bits) : 0
        if index > 0 || delay > 0 { reordered.append(count) }
        history.mix(UInt64(ready.count) << 32 | UInt64(index))
        if delay > 0 { history.mix(UInt64(delay)) }
        if history.isWritten { write(entry, index, delay, time, &history) }
        return Turn(number: count, entry: entry, delay: delay)
    }

    /// Returns a delay as on a slow processor: from a microsecond to a tenth of a second, with equal chances for each magnitude.
    private func delay(_ random: inout SeededRandom) -> Int64 {
        guard random.chance(slowness) else { return 0 }
        var longest: Int64 = 10_000
        for _ in 0..<random.below(5) { longest *= 10 }
        return random.number(in: longest / 10...longest)
    }

    // MARK: History

    private mutating func write(
        _ entry: Runnable, _ index: Int, _ delay: Int64, _ time: Int64, _ history: inout History
    ) {
        running = name(entry)
        if delay > 0 {
            history.write(
                HistoryLine(
                    time: time, who: running,
                    text: " is delayed by \(SimulatedTime.milliseconds(delay))  (turn \(count))"))
        } else if index > 0 {
            let passed = ready.prefix(index).map { name($0) }.joined(separator: ", ")
            history.write(HistoryLine(time: time, who: running, text: " goes ahead of \(passed)  (turn \(count))"))
        }
    }

    private mutating func name(_ entry: Runnable) -> String {
        switch entry {
        case .lane(let lane): return lane.name
        case .job(let job):
            // A job's description has the number of its task, which differs in each process.
            let id = job.description
            if id.contains("nil") { return Turns.nobody }
            let number = tasks[id] ?? tasks.count + 1
            tasks[id] = number
            return "task \(number)"
        }
    }
}

extension SeededRandom {
    /// The first number of this generator.
    var first: UInt64 {
        var random = self
        return random.next()
    }
}
