import ReactorTesting

@testable import Reactor

/// A mailbox and one list of all posted items.
struct MailboxTrial: Trial, ~Copyable {
    enum Operation {
        case event(Int)
        case events([Int], isGroup: Bool, cause: Int?)
        case operation(Int, cause: Int?)
        case take(isDrain: Bool)
        /// All but N of the taken events were applied.
        case applied(allBut: Int)
    }

    private let mailbox = Mailbox()
    private let wakes = Guarded(0)
    private var batch = Batch()
    private let causes = (0..<3).map { NamedHandle("cause \($0)") }

    // The model: the waiting items, and the promised wake-ups.
    private var waiting: [PostedItem] = []
    private var taken = 0
    private var isAwake = false
    private var expectedWakes = 0
    private var lastNumber = 0

    init() {
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
            mailbox.post(
                numbers.map { Numbered(number: $0) }, isGroup: isGroup, cause: cause.map { causes[$0] }, at: .test)
            post(.group(numbers, isGroup: isGroup, cause: cause.map { "cause \($0)" }), numbers)
        case .operation(let number, let cause):
            mailbox.post(.cancel(.id(CommandID("\(number)"))), cause: cause.map { causes[$0] })
            post(.operation("\(number)", cause: cause.map { "cause \($0)" }), [number])
        case .take(let isDrain): try take(isDrain: isDrain)
        case .applied(let rest):
            guard rest <= taken else { return }
            mailbox.remaining(rest)
            taken = rest
        }
        try Difference.check("count", mailbox.count, count)
        try Difference.check("wakes", wakes.withLock { $0 }, expectedWakes)
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

    private mutating func post(_ item: PostedItem, _ numbers: [Int]) {
        waiting.append(item)
        lastNumber = max(lastNumber, numbers.last ?? 0)
        if !isAwake { expectedWakes += 1 }
        isAwake = true
    }

    private mutating func take(isDrain: Bool) throws(Difference) {
        let isTaken = mailbox.take(into: &batch, isDrain: isDrain)
        try Difference.check("taken", isTaken, !waiting.isEmpty)
        if !isTaken && isDrain { isAwake = false }
        try Difference.check("content", batch.takeAll(), waiting)
        // A reader applies all of it before any other call.
        taken = isDrain ? count - taken : 0
        waiting = []
    }
}
