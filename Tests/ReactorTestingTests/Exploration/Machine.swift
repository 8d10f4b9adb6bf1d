import Reactor
import ReactorTesting

/// A number that events change, by random functions of a seed; the order of the events matters.
struct Machine: State, Hashable {
    var value: Int
    let size: Int
    let factors: [Int]
    let summands: [Int]

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        size = random.number(in: 2...7)
        value = random.number(in: 0...size - 1)
        factors = (0..<3).map { _ in random.number(in: 0...9) }
        summands = (0..<3).map { _ in random.number(in: 0...9) }
    }

    mutating func react(to event: any Event) {
        switch event {
        case let event as Turned: value = (value * factors[event.by] + summands[event.by]) % size
        case is Reset<Machine>: value = 0
        default: break
        }
    }
}

struct Turned: Event, Hashable { var by: Int }

/// The specification, without regard to cost: every list of steps up to a depth, each replayed from the start, with nothing of
/// the library except `react(to:)`.
struct NaiveExploration {
    enum Step: Hashable {
        case fire(Int)
        case predict(Int)
        case place(Int)
        /// Identifies the prediction by its rank among the pending ones.
        case commit(Int)
        case rollback(Int)
        case reset
        /// A read with this response begins.
        case read(Int)
        /// Identifies the read by its rank among the reads in flight.
        case answer(Int)
    }

    /// Two orders with equal visible states continue alike.
    struct Sight: Hashable {
        let certain: Int
        /// The events above, each with the rank of its prediction; a reset is -1. A read is -2 and its response.
        let log: [[Int]]
    }

    private struct Entry {
        /// -1 for a reset, -2 for a read.
        var event: Int
        var prediction: Int?
        /// The response to the read.
        var answer: Int?
    }

    let machine: Machine
    let ownsPredictions: Bool
    /// The responses of the reads that may begin.
    var answers: [Int] = []

    /// Every visible state that up to N steps lead to, and the number of steps of the shortest list that shows the value.
    func explore(_ depth: Int, looking value: Int?) -> (sights: Set<Sight>, shortest: Int?) {
        var sights: Set<Sight> = []
        var shortest: Int?
        func go(_ steps: [Step]) {
            let (seen, sight, pending, reads) = fold(steps)
            sights.insert(sight)
            if seen == value { shortest = min(shortest ?? .max, steps.count) }
            guard steps.count < depth else { return }
            let moves =
                [.fire(0), .fire(1), .predict(1), .place(2), .reset]
                + (0..<pending).flatMap { [Step.commit($0), .rollback($0)] }
                + answers.filter { !reads.contains($0) }.map { .read($0) } + reads.indices.map { .answer($0) }
            for move in moves { go(steps + [move]) }
        }
        go([])
        return (sights, shortest)
    }

    private func fold(_ steps: [Step]) -> (seen: Int, sight: Sight, pending: Int, reads: [Int]) {
        var log: [Entry] = []
        var pending: [Int] = []
        var reads: [Int] = []
        /// The place of an update from the server: below pending predictions, never below the last reset.
        func place() -> Int {
            let floor = (log.lastIndex { $0.event == -1 } ?? -1) + 1
            return log[floor...].firstIndex { $0.prediction != nil } ?? log.endIndex
        }
        for (number, step) in steps.enumerated() {
            switch step {
            case .fire(let event): log.append(Entry(event: event))
            case .predict(let event):
                pending.append(number)
                log.append(Entry(event: event, prediction: number))
            case .place(let event): log.insert(Entry(event: event), at: place())
            case .read(let answer):
                reads.append(answer)
                log.insert(Entry(event: -2, answer: answer), at: place())
            case .answer(let rank):
                let answer = reads.remove(at: rank)
                for index in log.indices where log[index].answer == answer { log[index] = Entry(event: answer) }
            case .commit(let rank):
                let id = pending.remove(at: rank)
                for index in log.indices where log[index].prediction == id { log[index].prediction = nil }
            case .rollback(let rank):
                let id = pending.remove(at: rank)
                log.removeAll { $0.prediction == id }
            case .reset:
                if ownsPredictions {
                    log.removeAll { $0.prediction != nil }
                    pending = []
                }
                let reading = log.filter { $0.answer != nil }
                log.removeAll { $0.answer != nil }
                log += [Entry(event: -1)] + reading
            }
        }
        let open = log.firstIndex { $0.prediction != nil || $0.answer != nil } ?? log.endIndex
        let rest = log[open...].map { entry in
            [entry.event] + (entry.prediction.flatMap { pending.firstIndex(of: $0) }.map { [$0] } ?? [])
                + (entry.answer.map { [$0] } ?? [])
        }
        return (fold(log[...]), Sight(certain: fold(log[..<open]), log: Array(rest)), pending.count, reads)
    }

    private func fold(_ entries: ArraySlice<Entry>) -> Int {
        var machine = machine
        for entry in entries where entry.event != -2 {
            if entry.event == -1 {
                machine.react(to: Reset<Machine>())
            } else {
                machine.react(to: Turned(by: entry.event))
            }
        }
        return machine.value
    }
}
