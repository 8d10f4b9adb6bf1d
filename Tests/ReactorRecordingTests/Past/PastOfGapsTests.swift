import Foundation
import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("The past of a journal that has lost something")
struct PastOfGapsTests {
    private let folder = JournalOnDisk()
    private struct Unlisted: Event {}
    private static let catalog = EventCatalog<Desk>(
        unregistered: .mark, events: [.event(Tagged.self, as: "tagged"), .event(Titled.self, as: "titled")])

    private func open(rotation: Rotation = Rotation()) async throws -> OpenedCore<Desk> {
        try await Core.open(
            journal: folder.path, initial: Desk(), catalog: Self.catalog,
            configuration: JournalConfiguration(
                app: "tests", durability: .process, rotation: rotation, gathering: .zero, report: { _ in }))
    }
    private func said(_ opened: OpenedCore<Desk>, _ arguments: String...) async throws -> [String] {
        try #require(try await opened.answer(arguments, words: Desk.words) { desk, _ in [desk.tags.joined()] })
    }

    @Test("An entry without a content ends no past: what is before and behind it is told, and undone")
    func gap() async throws {
        var opened = try await open()
        opened.core.fire(event: Tagged(tag: "a"))
        opened.core.fire(event: Titled(title: "before"))
        opened.core.fire(events: [Unlisted(), Tagged(tag: "b")])
        await opened.core.settled()
        try await opened.journal.durable()
        // The next state is known behind this one, so its own beginning is not.
        opened.core.fire(event: Tagged(tag: "d"))
        await opened.core.settled()
        try await opened.journal.durable()
        for round in 1...2 {
            opened.core.fire(event: Tagged(tag: "c\(round)"))
            await opened.core.settled()
            #expect(try await said(opened, "log").count == 4 + round)
            #expect(try await said(opened, "--at", "1") == ["a"])
            #expect(try await said(opened, "undo") == ["Undone: tagged c\(round)"])
            #expect(try await said(opened, "redo") == ["Done again: tagged c\(round)"])
            try await opened.close()
            opened = try await open()
        }
        // What is of the entry itself nobody can put back; what was before it still stands between two known states.
        await #expect(throws: PastError(.nothingLeft(number: 4))) { try await said(opened, "restore", "4") }
        #expect(try await said(opened, "restore", "2") == ["Put back: titled before"])
        #expect(await opened.core.state.title == "desk")
        await #expect(throws: ReplayError.self) { try await said(opened, "--at", "4") }
        try await opened.close()
    }

    @Test("A segment that begins with something lost that is pending is passed over, and the past goes on behind it")
    func lostAndPending() async throws {
        let opened = try await open(rotation: Rotation(entries: 4, keeping: nil))
        func tag(_ numbers: ClosedRange<Int>) async throws {
            for number in numbers {
                opened.core.fire(event: Tagged(tag: "\(number)"))
                await opened.core.settled()
                try await opened.journal.durable()
            }
        }
        let prediction = opened.core.predict(Unlisted())
        try await tag(1...10)
        prediction.commit()
        try await tag(11...20)
        let headers = try folder.segments.flatMap { try folder.lines(of: $0) }.compactMap { line in
            if case .header(let header) = line { header } else { nil }
        }
        let begun = headers.map { $0.pending.contains { $0.events.contains(where: \.isLost) } }
        try #require(begun.contains(true) && begun.last == false)
        #expect(try await said(opened, "log").count == 20)
        #expect(try await said(opened, "undo") == ["Undone: tagged 20"])
        try await opened.close()
    }

    @Test("A journal whose first segments are removed while its past is read is read anew")
    func rotated() async throws {
        let opened = try await open(rotation: Rotation(entries: 4, keeping: nil))
        for number in 1...14 {
            opened.core.fire(event: Tagged(tag: "\(number)"))
            await opened.core.settled()
            try await opened.journal.durable()
        }
        try await opened.close()
        let journal = JournalFolder(folder.path)
        let segments = try journal.segments(SystemFileSystem())
        try #require(segments.count >= 3)
        let isFirst = Locked(true)
        let past = try Past(of: folder.path, catalog: Self.catalog) { event in
            let isNow = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            if isNow {
                for segment in segments.dropLast(2) {
                    try? FileManager.default.removeItem(atPath: journal.segment(segment))
                }
            }
            return Desk.words(event)
        }
        #expect(!past.deeds.isEmpty && past.deeds.last?.words == "tagged 14")
        #expect(try past.undo()?.number == 14)
    }
}
