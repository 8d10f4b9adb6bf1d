/// Who waits until a number is reached. Decides who may go on, and wakes nobody itself.
struct CountWatchers {
    typealias Waking = () -> Void

    private struct Watcher {
        let id: Int
        let count: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private var watchers: [Watcher] = []
    private var lastID = 0
    /// Those that were cancelled before they waited here.
    private var cancelled: Set<Int> = []

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// Waits for a number. The continuation is resumed with whether it was reached.
    mutating func add(_ id: Int, for count: Int, _ continuation: CheckedContinuation<Bool, Never>) {
        watchers.append(Watcher(id: id, count: count, continuation: continuation))
    }

    /// Lets those go on whose number is reached, and those who were cancelled before they came.
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

    /// Lets one go on although its number is not reached.
    mutating func cancel(_ id: Int) -> [Waking] {
        guard let index = watchers.firstIndex(where: { $0.id == id }) else {
            cancelled.insert(id)
            return []
        }
        let watcher = watchers.remove(at: index)
        return [{ watcher.continuation.resume(returning: false) }]
    }
}
