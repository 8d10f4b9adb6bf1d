import Reactor
import ReactorRecording
import ReactorTestSupport
import ReactorTesting
import Testing

@Suite("What was done is undone as by who keeps every state")
struct PastModelTests {
    private let folder = JournalOnDisk()

    @Test(
        "Whatever is done, undone, done again and put back, every state is the one of the model",
        arguments: 0..<Loops.rounds(of: 60))
    func model(seed: Int) async throws {
        var random = SeededRandom(seed: UInt64(seed))
        var model = NaivePast()
        var opened = try await folder.open(Desk(), Desk.catalog)
        for _ in 1...25 {
            let before = await opened.core.state
            switch random.below(12) {
            case 0...4:
                let event = Self.event(&random)
                opened.core.fire(event: event)
                model.did(try #require(Desk.words(event)), before, await opened.core.state)
            case 5: opened.core.fire(event: Looked())
            case 6:
                let (event, answer) = (Self.event(&random), Self.event(&random))
                let prediction = opened.core.predict(event)
                if random.chance(50) {
                    prediction.commit(with: [answer])
                    model.did(try #require(Desk.words(event)), before, await opened.core.state)
                } else {
                    prediction.rollback()
                }
            case 7...9:
                let expected = model.undo(before)
                let lines = try await opened.answer(["undo"], words: Desk.words)
                #expect(await opened.core.state == expected ?? before, "seed \(seed)")
                #expect((lines == ["There is nothing to undo."]) == (expected == nil), "seed \(seed)")
            case 10:
                let expected = model.redo(before)
                _ = try await opened.answer(["redo"], words: Desk.words)
                #expect(await opened.core.state == expected ?? before, "seed \(seed)")
            default:
                guard !model.deeds.isEmpty else { continue }
                let place = random.below(model.deeds.count)
                let number = try await opened.past(words: Desk.words).deeds[place].number
                let expected = model.restored(place, before)
                guard expected != nil, !model.isUndone.contains(place) else {
                    // What only stands in another order is put back, or left: the model does not say.
                    continue
                }
                _ = try await opened.answer(["restore", "#\(number)"], words: Desk.words)
                let now = await opened.core.state
                #expect(now.unordered == expected?.unordered, "seed \(seed)")
                model.did("put back: \(model.deeds[place].words)", before, now)
            }
            if random.chance(10) {
                try await opened.close()
                opened = try await folder.open(Desk(), Desk.catalog)
            }
        }
        let told = try await opened.past(words: Desk.words).deeds
        #expect(told.map(\.words) == model.deeds.map(\.words), "seed \(seed)")
        #expect(
            told.map(\.isUndone) == model.deeds.indices.map { model.isUndone.contains($0) }, "seed \(seed)")
        let state = await opened.core.state
        try await opened.close()
        var replay = try Replay(of: RecordingFile(path: folder.path), catalog: Desk.catalog)
        #expect(replay.state == state, "seed \(seed)")
    }

    private static func event(_ random: inout SeededRandom) -> any Event {
        let id = random.below(5)
        switch random.below(8) {
        case 0, 1: return CardPut(id: Int(random.next() % 1_000_000) + 10, text: "a", at: random.below(4))
        case 2: return CardPut(id: id, text: "b")
        case 3: return CardWritten(id: id, text: ["x", "y"][random.below(2)])
        case 4: return CardWritten(id: id, mood: ["calm", "wild"][random.below(2)])
        case 5: return CardTaken(id: id)
        case 6: return Tagged(tag: ["p", "q"][random.below(2)])
        default: return Titled(title: ["s", "t"][random.below(2)])
        }
    }
}
