/// A first-in, first-out queue with a limited number of active places.
///
/// The queue is a pure value: it returns the ids that receive a place, and its owner resumes them. Each operation takes
/// amortized constant time.
struct RequestQueue {
    private enum Phase {
        /// The request waits at this index of `line`.
        case waiting(Int)
        case active
        /// The request uses the place of another request that waits for it.
        case guest
        /// The response arrived and is being processed. The request needs no place.
        case resting
    }

    let maxActive: Int
    private(set) var isPaused = false
    private var phases: [Request.ID: Phase] = [:]
    /// The waiting requests in order. Those that left are nil.
    private var line: [Request.ID?] = []
    private var front = 0
    private var activeCount = 0

    init(maxActive: Int) {
        guard maxActive > 0 else {
            fatalError("GatewayParts.maxActiveRequests must be at least 1. It limits how many requests are in flight.")
        }
        self.maxActive = maxActive
    }

    var pending: [Request.ID] { line[front...].compactMap { $0 } }

    /// The requests with a place, in the order of their ids.
    var active: [Request.ID] { phases.keys.filter(isActive).sorted() }

    func isActive(_ id: Request.ID) -> Bool {
        switch phases[id] {
        case .active, .guest: true
        case .waiting, .resting, nil: false
        }
    }

    func isWaiting(_ id: Request.ID) -> Bool {
        if case .waiting = phases[id] { true } else { false }
    }

    /// Appends `id`, which is new or resting, to the queue.
    ///
    /// - Returns: The ids that receive a place.
    mutating func enqueue(_ id: Request.ID) -> [Request.ID] {
        switch phases[id] {
        case .waiting, .active, .guest: return []
        case .resting, nil:
            phases[id] = .waiting(line.count)
            line.append(id)
            return fill()
        }
    }

    /// Admits a new `id` out of order, in the place of a request that waits for it.
    ///
    /// - Returns: The ids that receive a place.
    mutating func admit(_ id: Request.ID) -> [Request.ID] {
        phases[id] = .guest
        return [id]
    }

    /// Releases the place of `id` until it is enqueued again.
    ///
    /// - Returns: The ids that receive a place.
    mutating func rest(_ id: Request.ID) -> [Request.ID] {
        guard vacate(id) else { return [] }
        phases[id] = .resting
        return fill()
    }

    /// Removes `id`.
    ///
    /// - Returns: The ids that receive a place.
    mutating func leave(_ id: Request.ID) -> [Request.ID] {
        guard vacate(id) else { return [] }
        phases[id] = nil
        return fill()
    }

    /// Grants no places until ``resume()``.
    mutating func pause() { isPaused = true }

    /// - Returns: The ids that receive a place.
    mutating func resume() -> [Request.ID] {
        isPaused = false
        return fill()
    }

    private mutating func vacate(_ id: Request.ID) -> Bool {
        switch phases[id] {
        case .waiting(let index): line[index] = nil
        case .active: activeCount -= 1
        case .guest, .resting: break
        case nil: return false
        }
        return true
    }

    private mutating func fill() -> [Request.ID] {
        var started: [Request.ID] = []
        while !isPaused, activeCount < maxActive, front < line.count {
            defer { front += 1 }
            guard let id = line[front] else { continue }
            phases[id] = .active
            activeCount += 1
            started.append(id)
        }
        compact()
        return started
    }

    /// Removes the entries that were left, if they are most of the array.
    private mutating func compact() {
        while front < line.count, line[front] == nil { front += 1 }
        guard front > 32, front > line.count / 2 else { return }
        line.removeFirst(front)
        front = 0
        for (index, id) in line.enumerated() {
            if let id { phases[id] = .waiting(index) }
        }
    }
}
