import ReactorTesting

@testable import Reactor

/// A line to a subscriber beside one on paper: the subscriptions of one subscriber, who is notified by hand.
struct LineTrial: Trial {
    enum Operation: CustomStringConvertible {
        case add(Int)
        case offer(Int)
        case finish(Int)
        case updateReturns

        var description: String {
            switch self {
            case .add(let name): "add #\(name)"
            case .offer(let name): "offer to #\(name)"
            case .finish(let name): "finish #\(name)"
            case .updateReturns: "the update returns"
            }
        }
    }

    /// A subscription, with what the model knows of it.
    private final class Source {
        let source: NumberedInbox
        let addedAt: Int
        var finishedAt: Int?
        var offered = 0
        var delivered = 0
        var isInLine = false

        init(_ source: NumberedInbox, addedAt: Int) {
            self.source = source
            self.addedAt = addedAt
        }

        var isWaiting: Bool { delivered < offered }
    }

    private let executor = StepExecutor()
    private let queue = DeliveryLine(core: ObjectIdentifier(Numbers.self))
    private let subscriber = TurnedSubscriber()
    private var pumps = 0
    private var time = 0

    // The model: who waits, who is being notified, what was delivered, how often nobody was.
    private var sources: [Source] = []
    private var line: [Source] = []
    private var current: Source?
    private var delivered: [Delivered] = []
    private var expectedPumps = 0

    func makeOperation(_ random: inout SeededRandom) -> Operation {
        let live = sources.filter { $0.finishedAt == nil }
        switch random.below(100) {
        case 0..<45: if let source = random.pick(live) { return .offer(source.source.name) }
        case 45..<82: if current != nil { return .updateReturns }
        case 82..<90: if let source = random.pick(live) { return .finish(source.source.name) }
        default: break
        }
        return .add((sources.last?.source.name ?? 0) + 1)
    }

    mutating func perform(_ operation: Operation) throws(Difference) {
        time += 1
        switch operation {
        case .add(let name): sources.append(Source(NumberedInbox(name, of: subscriber, line: queue), addedAt: time))
        case .offer(let name):
            guard let source = live(name) else { return }
            if let pump = source.source.offer() {
                pumps += 1
                executor.start { await pump.run() }
            }
            offer(to: source)
        case .finish(let name):
            guard let source = live(name) else { return }
            source.source.finish()
            source.finishedAt = time
        case .updateReturns:
            guard current != nil else { return }
            subscriber.gate.letThrough()
            advance()
        }
        executor.run()
        try Difference.check("delivered", subscriber.delivered.suffix(2), delivered.suffix(2))
        try Difference.check("times notified", subscriber.delivered.count, delivered.count)
        try Difference.check("notified by two at a time", subscriber.overlaps, 0)
        try Difference.check("pumps", pumps, expectedPumps)
        try Difference.check("idle", queue.isIdle, current == nil)
    }

    private func live(_ name: Int) -> Source? { sources.first { $0.source.name == name && $0.finishedAt == nil } }

    mutating func finish() throws(Difference) {
        while current != nil { try perform(.updateReturns) }
        for source in sources {
            let name = source.source.name
            let numbers = subscriber.delivered.filter { $0.source == name }.map { $0.number }
            try Difference.check("delivered of #\(name)", numbers, Array(1..<source.offered + 1))
        }
        try checkSuccessors()
    }

    /// What one was offered before it was finished comes before what one gets that was added since.
    private func checkSuccessors() throws(Difference) {
        let delivered = subscriber.delivered
        for before in sources {
            guard let finishedAt = before.finishedAt else { continue }
            for after in sources where after.addedAt > finishedAt {
                let last = delivered.lastIndex { $0.source == before.source.name } ?? -1
                let first = delivered.firstIndex { $0.source == after.source.name } ?? delivered.count
                if last > first { throw Difference("#\(after.source.name) is notified before \(delivered[last])") }
            }
        }
    }

    // MARK: The model

    private mutating func offer(to source: Source) {
        source.offered += 1
        if !source.isInLine && source !== current { line.append(source) }
        source.isInLine = source !== current
        guard current == nil else { return }
        expectedPumps += 1
        advance()
    }

    /// Who was being notified goes to the end of the line if something waits for it, unless nobody else is there or it will get
    /// nothing new; then the first in line is notified.
    private mutating func advance() {
        if let current, current.isWaiting {
            if current.finishedAt != nil || line.isEmpty { return notify(current) }
            current.isInLine = true
            line.append(current)
        }
        current = nil
        guard !line.isEmpty else { return }
        let first = line.removeFirst()
        first.isInLine = false
        notify(first)
    }

    private mutating func notify(_ source: Source) {
        current = source
        source.delivered += 1
        delivered.append(Delivered(source: source.source.name, number: source.delivered))
    }
}
