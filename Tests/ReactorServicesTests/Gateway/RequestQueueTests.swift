import ReactorTesting
import Testing

@testable import ReactorServices

@Suite("The queue of requests")
struct RequestQueueTests {
    private func id(_ number: Int) -> Request.ID { Request.ID(UInt64(number)) }

    @Test("The queue behaves like a plain model, for any operations in any order", arguments: 0..<UInt64(60))
    func model(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let maxActive = 1 + random.below(4)
        var queue = RequestQueue(maxActive: maxActive)
        var model = PlainQueue(maxActive: maxActive)
        var known: [Request.ID] = []
        var last = 0
        for step in 0..<400 {
            let place = "seed \(seed), step \(step)"
            let someone = random.pick(known) ?? id(0)
            switch random.below(11) {
            case 0...3:
                last += 1
                known.append(id(last))
                try #require(queue.enqueue(id(last)) == model.enqueue(id(last)), "\(place)")
            case 4: try #require(queue.enqueue(someone) == model.enqueue(someone), "\(place)")
            case 5: try #require(queue.rest(someone) == model.rest(someone), "\(place)")
            case 6, 7:
                try #require(queue.leave(someone) == model.leave(someone), "\(place)")
                known.removeAll { $0 == someone }
            case 8:
                last += 1
                known.append(id(last))
                model.guests.append(id(last))
                try #require(queue.admit(id(last)) == [id(last)], "\(place)")
            case 9:
                queue.pause()
                model.isPaused = true
            default: try #require(queue.resume() == model.resume(), "\(place)")
            }
            try #require(queue.pending == model.waiting, "\(place)")
            try #require(queue.active == (model.active + model.guests).sorted(), "\(place)")
        }
    }
}

/// A queue without regard to cost.
private struct PlainQueue {
    let maxActive: Int
    var isPaused = false
    var waiting: [Request.ID] = []
    var active: [Request.ID] = []
    var resting: [Request.ID] = []
    /// The requests in addition to those with places.
    var guests: [Request.ID] = []

    init(maxActive: Int) { self.maxActive = maxActive }

    mutating func enqueue(_ id: Request.ID) -> [Request.ID] {
        guard !(waiting + active + guests).contains(id) else { return [] }
        resting.removeAll { $0 == id }
        waiting.append(id)
        return fill()
    }

    mutating func rest(_ id: Request.ID) -> [Request.ID] {
        guard (waiting + active + resting + guests).contains(id) else { return [] }
        let started = remove(id)
        resting.append(id)
        return started
    }

    mutating func leave(_ id: Request.ID) -> [Request.ID] { remove(id) }

    mutating func resume() -> [Request.ID] {
        isPaused = false
        return fill()
    }

    private mutating func remove(_ id: Request.ID) -> [Request.ID] {
        waiting.removeAll { $0 == id }
        active.removeAll { $0 == id }
        guests.removeAll { $0 == id }
        resting.removeAll { $0 == id }
        return fill()
    }

    private mutating func fill() -> [Request.ID] {
        var started: [Request.ID] = []
        while !isPaused, active.count < maxActive, !waiting.isEmpty {
            started.append(waiting[0])
            active.append(waiting.removeFirst())
        }
        return started
    }
}
