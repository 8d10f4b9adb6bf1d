/// What is ready, and who of them goes on next: decided by the seed and the number of the turn.
struct Turns {
    enum Entry {
        case job(UnownedJob)
        case lane(SimulatedLane)
    }

    struct Turn {
        let number: Int
        let entry: Entry
        /// For how long it is held up, in nanoseconds.
        let delay: Int64
    }

    /// Whoever has a job that is no task's.
    static let nobody = "an actor"

    /// In the order in which they became ready.
    var ready: [Entry] = []
    /// How many turns there were.
    private(set) var count = 0
    /// The turns that went otherwise than in the order of waiting.
    private(set) var reordered: [Int] = []
    /// Whether nobody is held up any more.
    var isCalm = false
    /// Whoever runs, for the lines of a history that is shown.
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

    /// Picks who goes on, or is held up; nil if nobody is ready.
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

    /// For how long a slow processor holds a step up: from a microsecond to a tenth of a second, each magnitude as likely
    /// as the others.
    private func delay(_ random: inout SeededRandom) -> Int64 {
        guard random.chance(slowness) else { return 0 }
        var longest: Int64 = 10_000
        for _ in 0..<random.below(5) { longest *= 10 }
        return random.number(in: longest / 10...longest)
    }

    // MARK: History

    private mutating func write(_ entry: Entry, _ index: Int, _ delay: Int64, _ time: Int64, _ history: inout History) {
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

    private mutating func name(_ entry: Entry) -> String {
        switch entry {
        case .lane(let lane): return lane.name
        case .job(let job):
            // The description of a job has the number of its task, which differs in each process.
            let id = job.description
            if id.contains("nil") { return Turns.nobody }
            let number = tasks[id] ?? tasks.count + 1
            tasks[id] = number
            return "task \(number)"
        }
    }
}

extension SeededRandom {
    /// The first number of this source.
    var first: UInt64 {
        var random = self
        return random.next()
    }
}
