import Reactor
import ReactorTesting
import Testing

@testable import ReactorRecording

@Suite("A journal with many pending entries")
struct DeepJournalTests {
    @Test("Hundreds of pending entries go through many segments, an opening, and every way to resolve them")
    func pending() async throws {
        let folder = JournalOnDisk()
        var random = SeededRandom(seed: 11)
        var model = NaiveLog()
        var seq = 0
        func open() async throws -> OpenedCore<Shelf> {
            try await Core.open(
                journal: folder.path, initial: Shelf(), catalog: Shelf.catalog,
                configuration: JournalConfiguration(
                    app: "deep", durability: .process, rotation: Rotation(entries: 250, keeping: nil), checkEvery: 25,
                    gathering: .zero, now: { .zero }, report: { _ in }),
                runtime: Runtime(report: { _ in }))
        }
        let first = try await open()
        var held: [Prediction] = []
        for round in 0..<600 {
            seq += 1
            let guess = ItemAdded(id: seq, title: "guess")
            let prediction = first.core.predict(guess)
            model.perform(LogStep(.begin(prediction.id), [guess]))
            held.append(prediction)
            let certain = random.chance(50) ? [ItemAdded(id: random.below(seq + 1), title: "\(round)")] : []
            for event in certain {
                first.core.fire(event: event)
                model.perform(.event(event))
            }
            if round % 100 == 0 {
                await first.core.settled()
                try await first.journal.durable()
            }
        }
        await first.core.settled()
        try await first.journal.close()
        #expect(try folder.segments.count > 2)
        withExtendedLifetime(held) {}
        held = []

        let second = try await open()
        #expect(second.pending.map(\.prediction.id) == model.pending)
        #expect(await second.core.state.items == model.fold(Shelf()).items)
        for resumed in second.pending.shuffled(using: &random) {
            let id = resumed.prediction.id
            if random.chance(20) {
                let answer = ItemAdded(id: random.below(seq + 1), title: "from the server")
                second.core.fire(event: answer, .authoritative)
                model.perform(LogStep(.place(asOf: nil), [answer]))
            }
            switch random.below(3) {
            case 0:
                resumed.prediction.commit()
                model.perform(LogStep(.commit(id)))
            case 1:
                resumed.prediction.commit(with: [ItemRemoved(id: Int(id.rawValue))])
                model.perform(LogStep(.replace(id), [ItemRemoved(id: Int(id.rawValue))]))
            default:
                resumed.prediction.rollback()
                model.perform(LogStep(.rollback(id)))
            }
        }
        let items = await second.core.state.items
        #expect(items == model.fold(Shelf()).items)
        try await second.journal.close()
        let third = try await open()
        #expect(third.pending.isEmpty)
        #expect(await third.core.state.items == items)
        try await third.journal.close()
        let verification = try Verification(of: RecordingFile(path: folder.path), catalog: Shelf.catalog)
        #expect(verification.finding == nil)
        #expect(verification.checks > 5)
    }
}
