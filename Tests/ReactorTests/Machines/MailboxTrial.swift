@testable import Reactor

/// A mailbox beside one list of everything that was posted.
struct MailboxTrial: Trial {
    enum Operation: CustomStringConvertible {
        case event(Int)
        case events([Int], isGroup: Bool, cause: Int?)
        case operation(Int, cause: Int?)
        case take(isDrain: Bool)
        /// All but so many of the events taken were applied.
        case applied(allBut: Int)

        var description: String {
            switch self {
            case .event(let number): "post \(number)"
            case .events(let numbers, let isGroup, let cause):
                "post \(numbers)\(isGroup ? " as one" : "")\(cause.map { " by \($0)" } ?? "")"
            case .operation(let number, let cause): "post operation \(number)\(cause.map { " by \($0)" } ?? "")"
            case .take(let isDrain): isDrain ? "drain" : "read"
            case .applied(let rest): "all but \(rest) are applied"
            }
        }
    }

    /// One thing posted, as the core has to find it.
    enum Item: Equatable {
        case event(Int)
        case group([Int], isGroup: Bool, cause: String?)
        case operation(String, cause: String?)
    }

    private static let highWater = 6

    private let mailbox: Mailbox
    private let wakes = Guarded(0)
    private let tides = Guarded([Int]())
    private var batch = Batch()
    private let causes = (0..<3).map { NamedHandle("cause \($0)") }

    // The model: what waits, and what was promised about waking and high water.
    private var waiting: [Item] = []
    private var taken = 0
    private var isAwake = false
    private var isHigh = false
    private var expectedWakes = 0
    private var expectedTides: [Int] = []
    private var lastNumber = 0

    init() {
        mailbox = Mailbox(
            highWater: HighWater(count: MailboxTrial.highWater) { [tides] count in
                tides.withLock { $0.append(count) }
            })
        mailbox.connect { [wakes] in wakes.withLock { $0 += 1 } }
    }

    func makeOperation(_ random: inout SeededRandom) -> Operation {
        let cause = random.chance(30) ? random.below(causes.count) : nil
        let number = lastNumber + 1
        switch random.below(100) {
        case 0..<45: return .event(number)
        case 45..<60:
            return .events(Array(number..<number + random.below(4)), isGroup: random.chance(50), cause: cause)
        case 60..<75: return .operation(number, cause: cause)
        case 75..<90: return .take(isDrain: random.chance(75))
        default: return .applied(allBut: random.below(taken + 1))
        }
    }

    mutating func perform(_ operation: Operation) throws(Difference) {
        switch operation {
        case .event(let number):
            mailbox.post(Numbered(number: number))
            post(.event(number), [number])
        case .events(let numbers, let isGroup, let cause):
            mailbox.post(numbers.map { Numbered(number: $0) }, isGroup: isGroup, cause: cause.map { causes[$0] })
            post(.group(numbers, isGroup: isGroup, cause: cause.map { "cause \($0)" }), numbers)
        case .operation(let number, let cause):
            mailbox.post(.cancel(.id(CommandID("\(number)"))), cause: cause.map { causes[$0] })
            post(.operation("\(number)", cause: cause.map { "cause \($0)" }), [number])
        case .take(let isDrain): try take(isDrain: isDrain)
        case .applied(let rest):
            guard rest <= taken else { return }
            mailbox.remaining(rest)
            taken = rest
            lookAtTheTide()
        }
        try Difference.check("count", mailbox.count, count)
        try Difference.check("wakes", wakes.withLock { $0 }, expectedWakes)
        try Difference.check("told of high water", tides.withLock { $0 }, expectedTides)
    }

    mutating func finish() throws(Difference) {
        try perform(.take(isDrain: true))
        try perform(.take(isDrain: true))
        try Difference.check("awake in the end", isAwake, false)
        try Difference.check("count in the end", mailbox.count, 0)
    }

    // MARK: The model

    private var count: Int {
        taken
            + waiting.reduce(0) { sum, item in
                switch item {
                case .event: sum + 1
                case .group(let numbers, _, _): sum + numbers.count
                case .operation: sum
                }
            }
    }

    private mutating func post(_ item: Item, _ numbers: [Int]) {
        waiting.append(item)
        lastNumber = max(lastNumber, numbers.last ?? 0)
        if !isAwake { expectedWakes += 1 }
        isAwake = true
        if count >= MailboxTrial.highWater && !isHigh {
            isHigh = true
            expectedTides.append(count)
        }
    }

    private mutating func take(isDrain: Bool) throws(Difference) {
        let isTaken = mailbox.take(into: &batch, isDrain: isDrain)
        try Difference.check("taken", isTaken, !waiting.isEmpty)
        if !isTaken && isDrain { isAwake = false }
        try Difference.check("content", isTaken ? MailboxTrial.items(batch) : [], waiting)
        batch.clear()
        try Difference.check("cleared", batch.isEmpty, true)
        taken = count - taken
        waiting = []
        lookAtTheTide()
    }

    /// It is told again only after it has fallen below in between.
    private mutating func lookAtTheTide() {
        if count < MailboxTrial.highWater { isHigh = false }
    }

    /// Reads a batch as its documentation says.
    private static func items(_ batch: Batch) -> [Item] {
        var items: [Item] = []
        var next = 0
        func number(_ index: Int) -> Int { (batch.events[index] as? Numbered)?.number ?? -1 }
        for mark in batch.marks {
            while next < mark.position {
                items.append(.event(number(next)))
                next += 1
            }
            switch mark.content {
            case .events(let count, let isGroup, let cause):
                items.append(.group((next..<next + count).map(number), isGroup: isGroup, cause: cause?.commandName))
                next += count
            case .operation(.cancel(.id(let id)), let cause):
                items.append(.operation(id.name, cause: cause?.commandName))
            case .operation: break
            }
        }
        return items + (next..<batch.events.count).map { .event(number($0)) }
    }
}

/// An event that knows its place.
struct Numbered: Event {
    let number: Int
}
