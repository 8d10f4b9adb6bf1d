import ReactorTestSupport
import ReactorTesting
import Testing

@testable import Reactor

@Suite("Where the events of a batch were fired")
struct BatchPlacesTests {
    @Test("Each event has its own place or none, however it is taken, and what is taken back takes its place along")
    func asTheNaiveOne() {
        for seed in Loops.seeds(of: 400) {
            var random = SeededRandom(seed: seed)
            var batch = Batch()
            let placed = [0, 50, 95, 100][random.below(4)]
            for _ in 0..<3 {
                var waiting: [(number: Int, place: CallSite?)] = []
                for number in 1...(1 + random.below(300)) {
                    let place = random.chance(placed) ? CallSite("App/List.swift", UInt(number)) : nil
                    if let place { batch.append(place) }
                    batch.events.append(WaitingEvent(Noted(number)))
                    if random.chance(10) {
                        _ = batch.removeLast()
                    } else {
                        waiting.append((number, place))
                    }
                }
                while !waiting.isEmpty {
                    if random.chance(30) {
                        let (number, place) = waiting.removeFirst()
                        let found = (place: batch.removeFirstPlace(), event: batch.events.removeFirst() as? Noted)
                        #expect(found.place == place && found.event?.number == number, "seed \(seed), \(number)")
                    } else {
                        let run = batch.removeFirst(atMost: 1 + random.below(min(waiting.count, 70)))
                        for index in run.indices {
                            let (number, place) = waiting.removeFirst()
                            let found = (place: run.place(of: index), event: run[index].event as? Noted)
                            #expect(found.place == place && found.event?.number == number, "seed \(seed), \(number)")
                        }
                    }
                }
                let isEmpty = batch.isEmpty
                #expect(isEmpty, "seed \(seed)")
                batch.reset()
            }
        }
    }
}
