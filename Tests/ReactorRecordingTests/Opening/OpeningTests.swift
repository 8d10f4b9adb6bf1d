import Foundation
import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("Opening a core from a journal")
struct OpeningTests {
    @Test("Pending predictions are returned with their events, and a released one is rolled back and reported")
    func pending() async throws {
        let folder = JournalOnDisk()
        let delivered = Locked<[String]>([])
        do {
            let opened = try await folder.open(Shelf(), Shelf.catalog)
            let held = [
                opened.core.predict(ItemAdded(id: 1, title: "a")), opened.core.predict(ItemAdded(id: 2, title: "b")),
            ]
            held[0].append([ItemAdded(id: 3, title: "c")])
            opened.core.fire(event: ItemAdded(id: 4, title: "d"))
            _ = await opened.core.state
            try await opened.journal.close()
            withExtendedLifetime(held) {}
        }
        var opened = try await folder.open(Shelf(), Shelf.catalog, delivered: delivered)
        var pending = opened.pending
        opened = OpenedCore(
            core: opened.core, journal: opened.journal, report: opened.report,
            predictions: Guarded(.init(held: [], isForOthers: false)), catalog: opened.catalog)
        #expect(pending.map { $0.events.compactMap { ($0 as? ItemAdded)?.id } } == [[1, 3], [2]])
        #expect(await opened.core.isPending(about: 3))
        #expect(await !opened.core.isPending(about: 4))
        #expect(await opened.core.state.items.map(\.id) == [1, 2, 3, 4])
        let first = pending.removeFirst().prediction
        pending = []
        #expect(await opened.core.state.items.map(\.id) == [1, 3, 4])
        #expect(delivered.withLock { $0.count } == 1)
        #expect(
            delivered.withLock { $0.first }?.hasPrefix(
                "prediction 2, created at ReactorRecordingTests/JournalOnDisk.swift:")
                == true)
        first.commit()
        // The numbers continue: an id is never used twice in one journal.
        let next = opened.core.predict(ItemAdded(id: 9, title: "z"))
        #expect(next.id == PredictionID(3))
        next.rollback()
        #expect(await opened.core.state.items.map(\.id) == [1, 3, 4])
        try await opened.journal.close()
    }

    @Test("An open mark is released, and the next one has another number")
    func marks() async throws {
        let folder = JournalOnDisk()
        do {
            let opened = try await folder.open(Shelf(), Shelf.catalog)
            let mark = opened.core.mark()
            opened.core.fire(event: ItemAdded(id: 1, title: "a"))
            _ = await opened.core.state
            try await opened.journal.close()
            withExtendedLifetime(mark) {}
        }
        let opened = try await folder.open(Shelf(), Shelf.catalog)
        let mark = opened.core.mark()
        #expect(mark.id == MarkID(2))
        _ = await opened.core.state
        try await opened.journal.close()
        #expect(try folder.entries.map(\.step) == [.mark(MarkID(1)), .event(), .release(MarkID(1)), .mark(MarkID(2))])
    }

    private struct Adding: Command {
        struct NoNetwork: Error {}

        let id: Int
        var fails = false

        func execute(state: Shelf, core: Core<Shelf>) async throws {
            if fails { throw NoNetwork() }
            core.fire(event: ItemAdded(id: id, title: "a"))
        }
    }

    @Test("Launches are unique, also if the last one is only known from its failure")
    func launches() async throws {
        let folder = JournalOnDisk()
        for id in 1...3 {
            let opened = try await folder.open(Shelf(), Shelf.catalog)
            if id == 2 { _ = await opened.core.fire(command: Adding(id: id)).outcome }
            _ = await opened.core.fire(command: Adding(id: id, fails: true)).outcome
            _ = await opened.core.state
            try await opened.close()
        }
        let launches = try folder.entries.compactMap { entry -> UInt64? in
            let ended = try Shelf.catalog.decode(#require(entry.event)) as? CommandEnded
            return entry.cause?.launch ?? ended?.launch
        }
        #expect(launches == [1, 2, 3, 4])
    }

    @Test("Opened during a load, the reported progress stays below the predictions")
    func reports() async throws {
        let folder = JournalOnDisk()
        do {
            let opened = try await folder.open(Shelf(), Shelf.catalog)
            let mark = opened.core.mark()
            let prediction = opened.core.predict(ItemAdded(id: 1, title: "guess"))
            for id in [2, 3] { opened.core.report(ItemAdded(id: id, title: "read"), below: mark.id) }
            #expect(await opened.core.state.items.map(\.id) == [2, 3, 1])
            try await opened.journal.close()
            withExtendedLifetime((mark, prediction)) {}
        }
        let opened = try await folder.open(Shelf(), Shelf.catalog)
        #expect(await opened.core.state.items.map(\.id) == [2, 3, 1])
        opened.pending.first?.prediction.rollback()
        #expect(await opened.core.state.items.map(\.id) == [2, 3])
        try await opened.journal.close()
        let (mark, prediction) = (MarkID(1), PredictionID(1))
        #expect(
            try folder.entries.map(\.step) == [
                .mark(mark), .begin(prediction), .report(asOf: mark), .report(asOf: mark), .release(mark),
                .rollback(prediction),
            ])
    }

    struct OldBook: State, Codable, Equatable {
        var titles: [String] = []
        mutating func react(to event: any Event) {
            if let event = event as? ItemAdded { titles.append(event.title) }
        }
    }

    struct Book: State, Codable, Equatable {
        var lines: [String] = []
        mutating func react(to event: any Event) {
            if let event = event as? Added { lines.append(event.name) }
        }

        struct Added: Event, Codable { var name: String }
    }

    @Test("A journal of older versions is upcast with its predictions, and continues in a new segment")
    func migrates() async throws {
        let old = EventCatalog<OldBook>(events: [.event(ItemAdded.self, as: "added")])
        let new = EventCatalog<Book>(
            version: 2, upcasting: [1: { $0.rename("titles", to: "lines") }],
            events: [
                .event(Book.Added.self, as: "added", version: 2, upcasting: [1: { $0.rename("title", to: "name") }])
            ])
        let folder = JournalOnDisk()
        do {
            let opened = try await folder.open(OldBook(titles: ["zero"]), old)
            opened.core.fire(event: ItemAdded(id: 1, title: "one"))
            let held = opened.core.predict(ItemAdded(id: 2, title: "two"))
            let mark = opened.core.mark()
            _ = await opened.core.state
            try await opened.journal.close()
            withExtendedLifetime((held, mark)) {}
        }
        let opened = try await folder.open(Book(), new)
        #expect(opened.report.migratedFrom == JournalSchema(state: 1, events: ["added": 1]))
        #expect(await opened.core.state.lines == ["zero", "one", "two"])
        opened.core.fire(event: Book.Added(name: "three"))
        _ = await opened.core.state
        try await opened.journal.close()
        #expect(try folder.segments == ["segment-000001.jsonl", "segment-000002.jsonl"])
        guard case .header(let header)? = try folder.lines(of: "segment-000002.jsonl").first else { return }
        #expect(header.schema == new.schema)
        #expect(header.counters.prediction == PredictionID(1) && header.counters.mark == MarkID(1))
        #expect(String(decoding: header.base, as: UTF8.self) == #"{"lines":["zero","one"]}"#)

        let again = try await folder.open(Book(), new)
        #expect(again.report.migratedFrom == nil)
        #expect(await again.core.state.lines == ["zero", "one", "two", "three"])
        try await again.journal.close()
        #expect(try folder.segments.count == 2)
        // Both segments are one recording, verified through the change of versions.
        let verification = try Verification(of: RecordingFile(path: folder.path), catalog: new)
        #expect(verification.finding == nil)
        #expect(verification.checks == 1)
    }

    @Test("An unlisted event is marked and reported, and later entries survive in a new segment")
    func unlisted() async throws {
        let folder = JournalOnDisk()
        let reports = Locked<[JournalReport]>([])
        let opened = try await folder.open(Shelf(), Shelf.catalog, reports: reports)
        opened.core.fire(event: ItemAdded(id: 1, title: "a"))
        opened.core.fire(event: Unlisted())
        _ = await opened.core.state
        try await opened.journal.durable()
        opened.core.fire(event: ItemAdded(id: 2, title: "b"))
        let state = await opened.core.state
        try await opened.journal.close()
        #expect(
            reports.withLock { $0 } == [
                .gap(event: "ReactorRecordingTests.Unlisted", seq: 2, gap: .unregistered, reason: nil)
            ])
        let again = try await folder.open(Shelf(), Shelf.catalog)
        #expect(await again.core.state == state)
        try await again.journal.close()
    }

    @Test(
        "After a crash right after an event without content, the journal opens without the event and reports it")
    func lost() async throws {
        var lines = sample().lines
        lines.append(.entry(.delivered(3, RecordedEvent(name: "App.Unlisted", gap: .unregistered))))
        let folder = try JournalOnDisk(crashed: sample(), lines: lines)
        let opened = try await folder.open(Shelf(), Shelf.catalog)
        #expect(opened.report.lost == [LostEvent(seq: 3, name: "App.Unlisted", gap: .unregistered)])
        #expect(!opened.report.isWhole)
        #expect(await opened.core.state.items.map(\.id) == [1, 2])
        try await opened.journal.close()
        #expect(try folder.segments.count == 2)
        let again = try await folder.open(Shelf(), Shelf.catalog)
        #expect(again.report.isWhole)
        try await again.journal.close()
    }

    @Test("A journal that the catalog cannot read is refused with the reason, unchanged and unlocked")
    func unreadable() async throws {
        let lines = sample().lines + [.entry(.delivered(3, RecordedEvent(name: "item.painted")))]
        let folder = try JournalOnDisk(crashed: sample(), lines: lines)
        let before = try Data(contentsOf: URL(filePath: folder.path + "/segment-000001.jsonl"))
        await #expect(throws: ReplayError.catalog(CatalogError.unknownName("item.painted"), seq: 3)) {
            try await folder.open(Shelf(), Shelf.catalog)
        }
        #expect(try Data(contentsOf: URL(filePath: folder.path + "/segment-000001.jsonl")) == before)
        struct Painted: Event, Codable {}
        let newer = EventCatalog<Shelf>(events: Shelf.lines + [.event(Painted.self, as: "item.painted")])
        let opened = try await folder.open(Shelf(), newer)
        await #expect(throws: JournalError.self) { try await folder.open(Shelf(), newer) }
        try await opened.journal.close()
        await #expect(throws: JournalError.self) { try await folder.open(Shelf(), newer, app: "another") }
    }

    #if DEBUG
        @Test("In debug builds an unlisted event ends the process when it is applied")
        func stops() async {
            await #expect(processExitsWith: .failure) {
                let folder = JournalOnDisk()
                let opened = try await folder.open(Shelf(), EventCatalog(events: Shelf.lines))
                try FileManager.default.removeItem(atPath: folder.path)
                opened.core.fire(event: Unlisted())
                _ = await opened.core.state
            }
        }
    #endif
}
