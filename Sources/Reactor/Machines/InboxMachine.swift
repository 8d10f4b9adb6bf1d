/// What waits for one subscriber, and what it was told: decides what is told next.
struct InboxMachine<Value> {
    let delivery: Delivery
    private var waiting: [Value] = []
    private var head = 0
    /// What the subscriber was told last; kept only while something waits, to compare with.
    private var told: Value?
    private(set) var isRunning = false
    private(set) var isFinished = false
    private var isStopped = false
    /// How many values were offered, the number of the one being told, and up to which everything is told.
    private var offered = 0
    private var telling = 0
    private var done = 0
    private var isLimitTold = false
    /// How often the update that runs waits for `settled()` itself: it counts as told meanwhile.
    private var excuses = 0
    private var announced: [(number: Int, countdown: Countdown)] = []

    init(delivery: Delivery) { self.delivery = delivery }

    var count: Int { waiting.count - head }

    /// What an offer asks for.
    struct Offer {
        /// A pump is to be started.
        var startsPump = false
        /// The limit of `.every` was passed, with so many waiting.
        var passedLimit: Int?
    }

    mutating func offer(_ value: Value, previous: Value?, isEqual: ((Value, Value) -> Bool)?) -> Offer {
        guard !isFinished && !isStopped else { return Offer() }
        offered += 1
        var offer = Offer()
        switch delivery {
        case .latest: replace(with: value, previous: previous, isEqual: isEqual)
        case .every(let limit):
            waiting.append(value)
            if count > limit && !isLimitTold {
                isLimitTold = true
                offer.passedLimit = count
            }
        }
        if count > 0 && !isRunning {
            isRunning = true
            offer.startsPump = true
        }
        return offer
    }

    /// Keeps the newest only; and none when it is equal to what was told last.
    private mutating func replace(with value: Value, previous: Value?, isEqual: ((Value, Value) -> Bool)?) {
        if count == 0 {
            told = previous
            waiting.append(value)
        } else if let told, let isEqual, isEqual(told, value) {
            empty()
            telling = offered
        } else {
            waiting[head] = value
        }
    }

    /// The update before has returned; takes the next value.
    ///
    /// - Returns: the value, nil when the pump is to end; and the waiters that can go on.
    mutating func next() -> (value: Value?, caughtUp: [Countdown]) {
        done = max(done, telling)
        let caughtUp = takeAnnounced()
        guard count > 0 && !isStopped else {
            isRunning = false
            return (nil, caughtUp)
        }
        let value = waiting[head]
        switch delivery {
        case .latest:
            telling = offered
            empty()
        case .every(let limit):
            telling += 1
            head += 1
            if count <= limit / 2 { isLimitTold = false }
            if count == 0 {
                empty()
            } else if head > 32 && head * 2 > waiting.count {
                waiting.removeFirst(head)
                head = 0
            }
        }
        return (value, caughtUp)
    }

    private mutating func empty() {
        waiting.removeAll(keepingCapacity: waiting.capacity <= 16)
        head = 0
        told = nil
    }

    mutating func finish() { isFinished = true }

    /// - Returns: the waiters that can go on, since nothing more is told.
    mutating func stop() -> [Countdown] {
        isStopped = true
        empty()
        done = offered
        return takeAnnounced()
    }

    // MARK: Settling

    /// - Returns: whether `countdown` has to wait for what was offered so far.
    mutating func announce(_ countdown: Countdown) -> Bool {
        guard isRunning, done < offered, excuses == 0 else { return false }
        announced.append((offered, countdown))
        return true
    }

    /// The update that runs waits for everything to be told.
    ///
    /// - Returns: those who waited for this one, since it waits itself.
    mutating func excuse() -> [Countdown] {
        excuses += 1
        defer { announced = [] }
        return announced.map(\.countdown)
    }

    mutating func endExcuse() { excuses -= 1 }

    private mutating func takeAnnounced() -> [Countdown] {
        guard !announced.isEmpty else { return [] }
        let caughtUp = announced.filter { $0.number <= done }.map(\.countdown)
        announced.removeAll { $0.number <= done }
        return caughtUp
    }
}
