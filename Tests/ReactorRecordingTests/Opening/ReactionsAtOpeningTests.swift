import Reactor
import Testing

@testable import ReactorRecording

@Suite("Reactions and the opening of a journal")
struct ReactionsAtOpeningTests {
    struct Desk: State, Codable, Equatable {
        var open: String?
        var isLit = false
        var visits: [String] = []

        mutating func react(to event: any Event) {
            switch event {
            case let event as Turned: open = event.page
            case let event as Switched: isLit = event.on
            case let event as Visited: visits.append(event.what)
            default: break
            }
        }
    }

    struct Turned: Event, Codable { var page: String? }
    struct Switched: Event, Codable { var on: Bool }
    struct Visited: Event, Codable { var what: String }

    struct Visit: Command {
        let what: String
        func execute(state: Desk, core: Core<Desk>) { core.fire(event: Visited(what: what)) }
    }

    private static let catalog = EventCatalog<Desk>(events: [
        .event(Turned.self, as: "turned"), .event(Switched.self, as: "switched"), .event(Visited.self, as: "visited"),
    ])

    private func open(_ folder: JournalOnDisk, _ initial: Desk = Desk()) async throws -> OpenedCore<Desk> {
        try await Core.open(
            journal: folder.path, initial: initial, catalog: Self.catalog,
            configuration: JournalConfiguration(app: "desk", durability: .process),
            reactions: {
                For(\.open) { page in Visit(what: page) }
                While(\.isLit) { Visit(what: "light") }
                On(Turned.self) { _ in Visit(what: "turn") }
            })
    }

    @Test("Opening starts no commands for any state, also of a new journal, but a later change does")
    func startsNothing() async throws {
        let (empty, folder) = (JournalOnDisk(), JournalOnDisk())
        let new = try await open(empty, Desk(open: "cover", isLit: true))
        await new.core.idle()
        #expect(new.journal.lastSeq == 0)
        try await new.close()
        var seq: UInt64 = 0
        do {
            let opened = try await open(folder)
            opened.core.fire(event: Turned(page: "one"))
            opened.core.fire(event: Switched(on: true))
            await opened.core.idle()
            #expect(await opened.core.state.visits.sorted() == ["light", "one", "turn"])
            seq = opened.journal.lastSeq
            try await opened.journal.close()
        }
        for _ in 0..<2 {
            let again = try await open(folder)
            await again.core.idle()
            #expect(again.journal.lastSeq == seq)
            #expect(await again.core.state.visits.count == 3)
            try await again.journal.close()
        }
        let last = try await open(folder)
        last.core.fire(event: Switched(on: true))
        await last.core.idle()
        #expect(await last.core.state.visits.count == 3)
        last.core.fire(event: Switched(on: false))
        last.core.fire(event: Switched(on: true))
        last.core.fire(event: Turned(page: "two"))
        await last.core.idle()
        #expect(await last.core.state.visits.dropFirst(3).sorted() == ["light", "turn", "two"])
        try await last.journal.close()
    }
}
