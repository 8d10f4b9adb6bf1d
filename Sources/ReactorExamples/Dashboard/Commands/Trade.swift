import Reactor
import ReactorPlatform

/// A producer of events: it trades its share of the instruments until it is canceled.
struct Trade: Command {
    /// The number of the producer, from 0.
    let number: Int
    let pace: Pace

    static let producers = 4

    struct Pace: Sendable {
        /// The number of trades of all producers together.
        var tradesPerSecond: Int
        var seed: UInt64
        var clock: RuntimeClock
    }

    func execute(state: Market, core: Core<Market>) async throws {
        var random = SplitMix64(seed: pace.seed &+ UInt64(number) &* 0x1000)
        let mine = state.instruments.filter { Int($0.id) % Trade.producers == number }
        guard !mine.isEmpty else { return }
        var prices = Dictionary(uniqueKeysWithValues: mine.map { ($0.id, $0.price) })
        let ids = mine.map(\.id)
        let start = pace.clock.now
        var done = 0
        while true {
            try Task.checkCancellation()
            let elapsed = pace.clock.now - start
            let due = Int(elapsed / .milliseconds(1) * Double(pace.tradesPerSecond) / 1_000) / Trade.producers
            // After the process was stopped or too slow, it makes up for at most one second.
            done = max(done, due - max(1, pace.tradesPerSecond / Trade.producers))
            while done < due {
                let id = ids[random.number(in: 0...(ids.count - 1))]
                let price = Trade.next(after: prices[id, default: 100], &random)
                prices[id] = price
                done += 1
                // Waits while too many events are waiting.
                if done.isMultiple(of: 64) {
                    try Task.checkCancellation()
                    await core.fireWithBackpressure(event: Traded(id: id, price: price))
                } else {
                    core.fire(event: Traded(id: id, price: price))
                }
            }
            try await pace.clock.sleep(for: .milliseconds(10))
        }
    }

    /// Returns the next price: a random step of at most half a percent, and never below one cent.
    static func next(after price: Int32, _ random: inout SplitMix64) -> Int32 {
        let widest = max(1, Int(price) / 200)
        return Int32(max(1, Int(price) + random.number(in: -widest...widest)))
    }
}
