import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

/// A reader as it should be: invalidated when, at a delivery, a value it has read has changed.
@MainActor
private struct Expected {
    let reader: Reader
    let value: (Shelf) -> [Int]
    var seen: [Int]
    var invalidations = 0
    var listens = true

    mutating func delivered(_ state: Shelf) {
        guard listens, value(state) != seen else { return }
        invalidations += 1
        listens = false
    }

    mutating func readAgain(_ state: Shelf) {
        reader.read()
        seen = value(state)
        listens = true
    }
}

@MainActor
@Suite("An ObservableCore against a naive model")
struct ReadingModelTests {
    private static let members: [any WritableKeyPath<Shelf, Int> & Sendable] = [
        \.first, \.second, \.box.width, \.box.height,
    ]

    @Test(
        "For any reads and changes, each reader is invalidated exactly when its value changes",
        arguments: Lying.allCases, Array(0..<8))
    func random(lying: Lying, seed: Int) async {
        var random = SeededRandom(seed: UInt64(seed))
        var state = Shelf()
        let app = lying.mirror(state)
        var all: [Expected] = []
        for step in 0..<max(200, Loops.rounds(of: 4_000)) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0 where all.count < 20:
                let read = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    Self.members[Int.random(in: 0..<4, using: &random)]
                }
                let reader = Reader { for member in read { _ = app[member] } }
                let value: (Shelf) -> [Int] = { shelf in read.map { shelf[keyPath: $0] } }
                all.append(Expected(reader: reader, value: value, seen: value(state)))
            case 0, 1:
                guard let index = all.indices.randomElement(using: &random) else { continue }
                // A reader that reads again observes twice, and is notified twice; views do not.
                if !all[index].listens { all[index].readAgain(state) }
            default:
                let puts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    Put(
                        Self.members[Int.random(in: 0..<4, using: &random)], Int.random(in: 0..<3, using: &random))
                }
                for put in puts { state.react(to: put) }
                // As one group, so that nothing is delivered between them.
                app.core.fire(events: puts)
                await app.settled()
                for index in all.indices { all[index].delivered(state) }
            }
            #expect(app[\.self] == state, "seed \(seed), step \(step)")
            #expect(
                all.map(\.reader.invalidations) == all.map(\.invalidations), "seed \(seed), step \(step)")
        }
        #expect(all.contains { $0.invalidations > 3 }, "seed \(seed) tests nothing")
    }
}
