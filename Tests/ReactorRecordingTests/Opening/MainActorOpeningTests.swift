import Foundation
import Reactor
import Testing

@testable import ReactorRecording

/// An ordinary screen of an app: on the main actor, with closures that use its properties.
@MainActor
private final class Screen {
    var opened: OpenedCore<Shelf>?
    var asked: [String] = []
    let folder = JournalOnDisk()

    func start() async throws {
        let opened = try await Core.open(
            journal: folder.path, initial: first(), catalog: Shelf.catalog,
            configuration: JournalConfiguration(app: "screen", durability: .process),
            about: { events in
                self.asked.append("about")
                return events.compactMap { ($0 as? ItemAdded)?.id }
            },
            owner: { _ in
                self.asked.append("owner")
                return Shelf.self
            },
            reactions: [.on(ItemRemoved.self) { event in self.removal(event.id) }])
        self.opened = opened
    }

    private func first() -> Shelf {
        asked.append("initial")
        var shelf = Shelf()
        shelf.owner = "main"
        return shelf
    }

    private nonisolated func removal(_ id: Int) -> Added? { Added(id: id + 100) }

    func end() async throws {
        try await opened?.close()
        opened = nil
    }
}

private struct Added: Command {
    let id: Int
    func execute(state: Shelf, core: Core<Shelf>) { core.fire(event: ItemAdded(id: id, title: "again")) }
}

@Suite("Opening a journal from the main actor")
@MainActor
struct MainActorOpeningTests {
    @Test("A method can pass closures of its object, which run on its actor")
    func method() async throws {
        let screen = Screen()
        try await screen.start()
        #expect(screen.asked == ["initial"])
        let core = try #require(screen.opened?.core)
        core.fire(event: ItemRemoved(id: 7))
        let prediction = core.predict(ItemAdded(id: 3, title: "c"))
        await core.idle()
        #expect(await core.state.items.map(\.id).sorted() == [3, 107])
        try await screen.opened?.journal.close()
        screen.opened = nil
        screen.asked = []
        withExtendedLifetime(prediction) {}
        try await screen.start()
        #expect(screen.asked == ["about", "owner"])
        #expect(await screen.opened?.core.state.owner == "main")
        try await screen.end()
    }
}
