import Reactor
import ReactorTesting
import Testing

@testable import ReactorRecording

@Suite("A journal with much of everything")
struct DeepJournalTests {
    @Test("Thousands of pending entries go through many segments, an opening, and every way to resolve them")
    func pending() async throws {
        let folder = JournalOnDisk()
        var random = SeededRandom(seed: 11)
        var model = NaiveLog()
        var seq = 0
        func open() async throws -> OpenedCore<Shelf> {
            try await Core.open(
                journal: folder.path, initial: Shelf(), catalog: Shelf.catalog,
                configuration: JournalConfiguration(
                    app: "deep", durability: .process, rotation: Rotation(entries: 700, keeping: nil), checkEvery: 50,
                    gathering: .zero, now: { .zero }, report: { _ in }),
                runtime: Runtime(report: { _ in }))
        }
        let first = try await open()
        var held: [Prediction] = []
        for round in 0..<1_500 {
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
        #expect(verification.checks > 10)
    }

    @Test(
        "Hundreds of segments with a check at each entry, and groups of thousands, are read, opened and cut as few are")
    func segments() throws {
        let disk = ModelFileSystem()
        var journal = try JournalLife(disk, rotation: Rotation(entries: 2, keeping: nil), checkEvery: 1)
        for number in 0..<600 {
            try journal.fire([number])
            try journal.keep(Array(0...number))
        }
        try journal.fire(Array(600..<5_600))
        try journal.end()
        disk.kill()
        let numbers = Array(0..<5_600)
        let count = try JournalLife.folder.segments(disk).count
        #expect(count > 250)
        var reader = try RecordingReader(path: JournalLife.folder.path, disk)
        var folded = Folded()
        while let line = try reader.next() { folded.add(line) }
        #expect(folded.numbers == numbers)
        #expect(try JournalLife(disk.copy()).recovered.numbers == numbers)

        // Cut in the last file, which holds the group of thousands, it is there whole or not at all.
        let path = JournalLife.folder.segment(count)
        let bytes = try #require(disk[path])
        var random = SeededRandom(seed: 3)
        for _ in 0..<12 {
            let copy = disk.copy()
            copy[JournalLife.folder.syncMark] = nil
            copy[path] = Array(bytes.prefix(bytes.count / 2 + random.below(bytes.count / 2)))
            guard let life = try? JournalLife(copy) else { continue }
            #expect([600, 5_600].contains(life.recovered.numbers.count))
        }
        // A file taken out of the middle, or put twice, is found by who reads all of them.
        for _ in 0..<6 {
            let copy = disk.copy()
            let (one, other) = (2 + random.below(count - 3), 2 + random.below(count - 3))
            copy[JournalLife.folder.segment(one)] = one == other ? nil : disk[JournalLife.folder.segment(other)]
            #expect(throws: JournalError.self) {
                var reader = try RecordingReader(path: JournalLife.folder.path, copy)
                while try reader.next() != nil {}
            }
        }
    }
}
