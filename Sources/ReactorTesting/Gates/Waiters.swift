/// Calls that wait, each with a value of its table, in the order in which they began to wait. It resumes none: its owner does,
/// outside of its lock.
struct Waiters<Tag, Answer: Sendable, Failure: Error> {
    typealias Waking = () -> Void

    struct Waiter {
        let id: Int
        let tag: Tag
        let continuation: CheckedContinuation<Answer, Failure>
    }

    private(set) var all: [Waiter] = []
    private var lastID = 0
    /// The calls that were cancelled before they waited.
    private var cancelled: Set<Int> = []

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// - Returns: False if the call was cancelled before. Resume its continuation then.
    mutating func add(_ id: Int, _ tag: Tag, _ continuation: CheckedContinuation<Answer, Failure>) -> Bool {
        guard cancelled.remove(id) == nil else { return false }
        all.append(Waiter(id: id, tag: tag, continuation: continuation))
        return true
    }

    /// Returns the call, or nil if it does not wait yet.
    mutating func cancel(_ id: Int) -> Waiter? {
        if let index = all.firstIndex(where: { $0.id == id }) { return all.remove(at: index) }
        cancelled.insert(id)
        return nil
    }

    mutating func take(at index: Int) -> Waiter? { all.indices.contains(index) ? all.remove(at: index) : nil }

    mutating func takeAll(where isMeant: (Tag) -> Bool = { _ in true }) -> [Waiter] {
        defer { all.removeAll { isMeant($0.tag) } }
        return all.filter { isMeant($0.tag) }
    }
}

/// Calls that wait until a number is reached. A call returns whether it was.
typealias CountWatchers = Waiters<Int, Bool, Never>

extension CountWatchers {
    /// Adds a call, and takes the calls whose number is reached.
    mutating func add(
        _ id: Int, for count: Int, _ continuation: CheckedContinuation<Bool, Never>, isReached: (Int) -> Bool
    ) -> [Waking] {
        if add(id, count, continuation) { return takeReached(isReached) }
        let result = isReached(count)
        return [{ continuation.resume(returning: result) }]
    }

    mutating func takeReached(_ isReached: (Int) -> Bool) -> [Waking] {
        takeAll(where: isReached).map { watcher in { watcher.continuation.resume(returning: true) } }
    }

    /// Ends a call although its number is not reached.
    mutating func giveUp(_ id: Int) -> [Waking] {
        cancel(id).map { watcher in [{ watcher.continuation.resume(returning: false) }] } ?? []
    }
}
