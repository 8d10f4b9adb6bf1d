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

    private func open(
        _ folder: JournalOnDisk, _ initial: Desk = Desk(), startsWork: Bool = true
    ) async throws -> OpenedCore<Desk> {
        try await Core.open(
            journal: folder.path, initial: initial, catalog: Self.catalog,
            configuration: JournalConfiguration(app: "desk", durability: .process),
            reactions: [
                .for(\.open) { page in Visit(what: page) },
                .while(\.isLit) { Visit(what: "light") },
                .on(Turned.self) { _ in Visit(what: "turn") },
            ], startsWork: startsWork)
    }

    @Test("Opening starts the work that the state of the journal wishes, also of a new journal, and runs no `.on`")
    func startsWork() async throws {
        let folder = JournalOnDisk()
        for (run, visits) in [["cover", "light"], ["cover", "cover", "light", "light"]].enumerated() {
            let opened = try await open(folder, Desk(open: "cover", isLit: true))
            await opened.core.idle()
            #expect(await opened.core.state.visits.sorted() == visits, "run \(run)")
            try await opened.close()
        }
    }

    @Test("Opened without work, a wish has to change before it starts its command")
    func startsNothing() async throws {
        let (empty, folder) = (JournalOnDisk(), JournalOnDisk())
        let new = try await open(empty, Desk(open: "cover", isLit: true), startsWork: false)
        await new.core.idle()
        #expect(new.journal.lastSeq == 0)
        try await new.close()
        let first = try await open(folder)
        first.core.fire(event: Turned(page: "one"))
        first.core.fire(event: Switched(on: true))
        await first.core.idle()
        #expect(await first.core.state.visits.sorted() == ["light", "one", "turn"])
        let seq = first.journal.lastSeq
        try await first.close()
        let last = try await open(folder, startsWork: false)
        last.core.fire(event: Switched(on: true))
        await last.core.idle()
        #expect(last.journal.lastSeq == seq + 1)
        last.core.fire(event: Switched(on: false))
        last.core.fire(event: Switched(on: true))
        last.core.fire(event: Turned(page: "two"))
        await last.core.idle()
        #expect(await last.core.state.visits.dropFirst(3).sorted() == ["light", "turn", "two"])
        try await last.close()
    }
}
