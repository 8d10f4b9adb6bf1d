/// Who may go on: at most so many have a place, the others wait, first in first out.
///
/// Pure: it decides, and says who gets a place; whoever owns it lets them go on. Each step costs constant time, on
/// average over many.
struct RequestQueue {
    private enum Standing {
        /// Waits; the place in `line`.
        case waiting(Int)
        case active
        /// Goes on beside those who have places, in that of somebody who waits for it.
        case guest
        /// Has no place and asks for none: it was answered, and the answer is looked at.
        case resting
    }

    let maxActive: Int
    private(set) var isPaused = false
    private var standings: [Request.ID: Standing] = [:]
    /// Who waits, in order; nil where somebody left.
    private var line: [Request.ID?] = []
    /// Where the line begins.
    private var front = 0
    private var activeCount = 0

    init(maxActive: Int) {
        guard maxActive > 0 else {
            fatalError("GatewayParts.maxActiveRequests must be at least 1. It limits how many requests are in flight.")
        }
        self.maxActive = maxActive
    }

    /// Who waits, in the order of their turns.
    var pending: [Request.ID] { line[front...].compactMap { $0 } }

    /// Who may go on, in the order of their ids.
    var active: [Request.ID] { standings.keys.filter(isActive).sorted() }

    func isActive(_ id: Request.ID) -> Bool {
        switch standings[id] {
        case .active, .guest: true
        case .waiting, .resting, nil: false
        }
    }

    func isWaiting(_ id: Request.ID) -> Bool {
        if case .waiting = standings[id] { true } else { false }
    }

    /// Puts `id` at the end of the line: somebody new, or somebody who rests.
    ///
    /// - Returns: who gets a place now.
    mutating func enqueue(_ id: Request.ID) -> [Request.ID] {
        switch standings[id] {
        case .waiting, .active, .guest: return []
        case .resting, nil:
            standings[id] = .waiting(line.count)
            line.append(id)
            return fill()
        }
    }

    /// Lets `id`, somebody new, go on out of turn: in the place of somebody who waits for it.
    ///
    /// - Returns: who gets a place now.
    mutating func admit(_ id: Request.ID) -> [Request.ID] {
        standings[id] = .guest
        return [id]
    }

    /// Takes the place of `id` away until it is enqueued again.
    ///
    /// - Returns: who gets a place now.
    mutating func rest(_ id: Request.ID) -> [Request.ID] {
        guard vacate(id) else { return [] }
        standings[id] = .resting
        return fill()
    }

    /// Forgets `id`, wherever it stands.
    ///
    /// - Returns: who gets a place now.
    mutating func leave(_ id: Request.ID) -> [Request.ID] {
        guard vacate(id) else { return [] }
        standings[id] = nil
        return fill()
    }

    /// Gives nobody a place until ``resume()``.
    mutating func pause() { isPaused = true }

    /// - Returns: who gets a place now: as many as there are.
    mutating func resume() -> [Request.ID] {
        isPaused = false
        return fill()
    }

    private mutating func vacate(_ id: Request.ID) -> Bool {
        switch standings[id] {
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
            standings[id] = .active
            activeCount += 1
            started.append(id)
        }
        compact()
        return started
    }

    /// Drops what was left behind, when it is most of the line.
    private mutating func compact() {
        while front < line.count, line[front] == nil { front += 1 }
        guard front > 32, front > line.count / 2 else { return }
        line.removeFirst(front)
        front = 0
        for (index, id) in line.enumerated() {
            if let id { standings[id] = .waiting(index) }
        }
    }
}
