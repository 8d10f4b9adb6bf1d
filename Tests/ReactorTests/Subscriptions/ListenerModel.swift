import ReactorTestSupport

/// One subscription, as the documentation has it: what it has seen of the state, and what it received.
final class ListenerModel {
    let isEvery: Bool
    let limit: Int
    /// Equal values are not delivered twice.
    let isCompared: Bool
    private(set) var delivered: [Int] = []
    private(set) var passedLimits: [Int] = []
    /// Whether somebody delivers it now, or is about to.
    private(set) var isPumping = false
    private(set) var isStopped = false
    private(set) var isFinished = false
    /// What it received last, or is taken to know; nil when it knows nothing.
    private var known: Int?
    /// What waits: at most one value unless every one is delivered.
    private(set) var waiting: [Int] = []
    private var isBehind = false
    /// For each who waits until all this is delivered: how many more updates have to begin or return.
    private var waiters: [(id: Int, updates: Int)] = []
    private var released: [Int] = []

    /// - Parameter known: what a subscriber is taken to know that does not want the value of now.
    init(isEvery: Bool, limit: Int, isCompared: Bool, known: Int?) {
        self.isEvery = isEvery
        self.limit = limit
        self.isCompared = isCompared
        self.known = known
    }

    /// The state was looked at.
    func see(_ value: Int) {
        if isFinished || isStopped { return }
        if isEvery {
            waiting.append(value)
            if waiting.count > limit && !isBehind {
                isBehind = true
                passedLimits.append(waiting.count)
            }
        } else if isCompared && value == known {
            waiting = []
            waiters = waiters.map { ($0.id, min($0.updates, 1)) }
        } else {
            waiting = [value]
        }
        if !waiting.isEmpty { isPumping = true }
    }

    /// The update before returned; the next one begins.
    func turn() {
        waiters = waiters.map { ($0.id, $0.updates - 1) }
        if waiting.isEmpty || isStopped {
            isPumping = false
            release { _ in true }
        } else {
            let value = waiting.removeFirst()
            delivered.append(value)
            known = value
            if waiting.count <= limit / 2 { isBehind = false }
            release { $0 <= 0 }
        }
    }

    func finish() { isFinished = true }

    func stop() {
        isStopped = true
        waiting = []
        release { _ in true }
    }

    /// - Returns: whether `id` has to wait.
    func settle(_ id: Int) -> Bool {
        guard isPumping && !isStopped else { return false }
        waiters.append((id, waiting.count + 1))
        return true
    }

    /// Those whose wait ended since this was last asked.
    func takeReleased() -> [Int] {
        defer { released = [] }
        return released
    }

    private func release(where isOver: (Int) -> Bool) {
        released += waiters.filter { isOver($0.updates) }.map(\.id)
        waiters.removeAll { isOver($0.updates) }
    }
}
