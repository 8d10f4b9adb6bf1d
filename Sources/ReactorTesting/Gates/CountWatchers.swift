/// The continuations that wait until a number is reached. It returns the continuations to resume and resumes none.
struct CountWatchers {
    typealias Waking = () -> Void

    private struct Watcher {
        let id: Int
        let count: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private var watchers: [Watcher] = []
    private var lastID = 0
    /// The ids that were cancelled before they were added.
    private var cancelled: Set<Int> = []

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// Adds a continuation, which is resumed with whether the number was reached.
    mutating func add(_ id: Int, for count: Int, _ continuation: CheckedContinuation<Bool, Never>) {
        watchers.append(Watcher(id: id, count: count, continuation: continuation))
    }

    /// Removes the continuations whose number is reached, and the continuations that were cancelled early.
    mutating func take(where isReached: (Int) -> Bool) -> [Waking] {
        var wakings: [Waking] = []
        watchers.removeAll { watcher in
            let reached = isReached(watcher.count)
            let ends = cancelled.remove(watcher.id) != nil || reached
            if ends { wakings.append { watcher.continuation.resume(returning: reached) } }
            return ends
        }
        return wakings
    }

    /// Removes a continuation although its number is not reached.
    mutating func cancel(_ id: Int) -> [Waking] {
        guard let index = watchers.firstIndex(where: { $0.id == id }) else {
            cancelled.insert(id)
            return []
        }
        let watcher = watchers.remove(at: index)
        return [{ watcher.continuation.resume(returning: false) }]
    }
}
