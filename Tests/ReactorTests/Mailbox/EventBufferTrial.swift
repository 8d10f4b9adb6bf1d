import ReactorTesting

@testable import Reactor

/// An event buffer beside an array, with every event counted while it is alive.
struct EventBufferTrial: Trial, ~Copyable {
    enum Operation: CustomStringConvertible {
        case append(count: Int)
        case removeFirst
        case handOver(count: Int)
        /// Those that were put in last are taken back, one by one.
        case takeBack(count: Int)
        case reset
        /// The buffer goes away with what is in it.
        case replace

        var description: String {
            switch self {
            case .append(let count): "append \(count)"
            case .removeFirst: "remove the first"
            case .handOver(let count): "hand over \(count)"
            case .takeBack(let count): "take back \(count)"
            case .reset: "reset"
            case .replace: "replace"
            }
        }
    }

    private var buffer = EventBuffer()
    private let alive = Guarded(0)

    // The model: what waits, what was put in since the last reset.
    private var waiting: [Int] = []
    private var lastNumber = 0
    private var putIn = 0
    private var largest = EventBuffer.chunkLength

    init() {}

    func makeOperation(_ random: inout SeededRandom) -> Operation {
        switch random.below(200) {
        case 0..<70: .append(count: 1)
        case 70..<90: .append(count: random.below(60))
        // Up to many chunks, and beyond what an emptied buffer keeps.
        case 90: .append(count: random.chance(12) ? random.below(4 * EventBuffer.keptCapacity) : 1)
        case 91..<140: .removeFirst
        case 140..<175: .handOver(count: random.below(waiting.count + 1))
        case 175..<185: .takeBack(count: random.below(random.chance(20) ? waiting.count + 1 : 3))
        case 185..<198: random.chance(50) ? .handOver(count: waiting.count) : .reset
        default: .replace
        }
    }

    mutating func perform(_ operation: Operation) throws(Difference) {
        switch operation {
        case .append(let count):
            for _ in 0..<count {
                lastNumber += 1
                waiting.append(lastNumber)
                buffer.append(CountedEvent(number: lastNumber, alive: alive))
            }
            putIn += count
        case .removeFirst:
            guard !waiting.isEmpty else { return }
            let event = buffer.removeFirst()
            try Difference.check("first", (event as? CountedEvent)?.number, waiting.removeFirst())
        case .handOver(let count):
            guard count <= waiting.count else { return }
            var numbers: [Int?] = []
            while numbers.count < count {
                let events = buffer.removeFirst(atMost: count - numbers.count)
                numbers += events.indices.map { (events[$0].event as? CountedEvent)?.number }
            }
            try Difference.check("handed over", numbers, waiting.prefix(count).map { $0 })
            waiting.removeFirst(count)
        case .takeBack(let count):
            guard count <= waiting.count else { return }
            for _ in 0..<count {
                let event = buffer.removeLast()
                try Difference.check("last", (event.event as? CountedEvent)?.number, waiting.removeLast())
            }
            putIn -= count
        case .reset:
            guard waiting.isEmpty else { return }
            buffer.reset()
            putIn = 0
            largest = min(largest, EventBuffer.keptCapacity)
        case .replace:
            buffer = EventBuffer()
            waiting = []
            putIn = 0
            largest = EventBuffer.chunkLength
        }
        try compare()
    }

    /// As many chunks as it took, and given back only by a reset.
    private mutating func compare() throws(Difference) {
        while largest < putIn { largest += EventBuffer.chunkLength }
        try Difference.check("capacity", buffer.capacity, largest)
        try Difference.check("count", buffer.count, waiting.count)
        try Difference.check("end", buffer.end, putIn)
        try Difference.check("head", buffer.head, putIn - waiting.count)
        try Difference.check("events alive", alive.withLock { $0 }, waiting.count)
    }

    mutating func finish() throws(Difference) {
        try perform(.replace)
        try Difference.check("events alive in the end", alive.withLock { $0 }, 0)
    }
}

/// An event that is counted as long as it is alive.
final class CountedEvent: Event {
    let number: Int
    private let alive: Guarded<Int>

    init(number: Int, alive: Guarded<Int>) {
        self.number = number
        self.alive = alive
        alive.withLock { $0 += 1 }
    }

    deinit { alive.withLock { $0 -= 1 } }
}
