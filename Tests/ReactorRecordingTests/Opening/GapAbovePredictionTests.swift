import Foundation
import Reactor
import Testing

@testable import ReactorRecording

@Suite("Events without content while predictions are pending")
struct GapAbovePredictionTests {
    struct Jot: Event, Codable { var word: String }
    struct Smudge: Event { var word: String }
    struct Halves: Event, Codable {
        var whole: Bool
        func encode(to encoder: any Encoder) throws {
            guard whole else { throw Unexpected(description: "only half of it is there") }
            var container = encoder.singleValueContainer()
            try container.encode(whole)
        }
        init(whole: Bool) { self.whole = whole }
        init(from decoder: any Decoder) throws { whole = try decoder.singleValueContainer().decode(Bool.self) }
    }

    struct Pad: State, Codable, Equatable {
        var words: [String] = []
        mutating func react(to event: any Event) {
            switch event {
            case let event as Jot: words.append(event.word)
            case let event as Smudge: words.append("~" + event.word)
            case let event as Halves: words.append("\(event.whole)")
            default: break
            }
        }
    }

    private static let catalog = EventCatalog<Pad>(
        unregistered: .mark, events: [.event(Jot.self, as: "jot"), .event(Halves.self, as: "halves")])

    private func open(_ folder: JournalOnDisk) async throws -> OpenedCore<Pad> {
        try await Core.open(
            journal: folder.path, initial: Pad(), catalog: Self.catalog,
            configuration: JournalConfiguration(
                app: "pad", durability: .process, rotation: Rotation(keeping: nil), gathering: .zero,
                report: { _ in }),
            runtime: Runtime(report: { _ in }))
    }

    @Test("The journal opens without only that event, and reports it", arguments: [false, true])
    func opensAgain(isUnencodable: Bool) async throws {
        let folder = JournalOnDisk()
        let lost: any Event = isUnencodable ? Halves(whole: false) : Smudge(word: "x")
        do {
            let opened = try await open(folder)
            let held = opened.core.predict(Jot(word: "guess"))
            for event in [Jot(word: "a"), lost, Jot(word: "b"), Jot(word: "c")] as [any Event] {
                opened.core.fire(events: [event])
                await opened.core.settled()
                try await opened.journal.durable()
            }
            try await opened.journal.close()
            withExtendedLifetime(held) {}
        }
        let again = try await open(folder)
        #expect(await again.core.state.words == ["guess", "a", "b", "c"])
        #expect(again.report.lost.count == 1)
        #expect(again.pending.count == 1)
        try await again.journal.close()
        let copy = folder.path + "-copy"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        let report = try Salvage.copy(from: folder.path, to: copy)
        #expect(report.losses.isEmpty)
    }
}
