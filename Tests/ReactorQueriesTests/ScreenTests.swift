import Reactor
import ReactorQueries
import ReactorTesting
import Testing

private struct Note: Identifiable, Codable, Equatable, Sendable {
    var id: Int
    var text: String
}

private struct Wrote: Event {
    var id: Int
    var text: String
}

private struct Wall: State {
    var notes = Queries<Int, Note>("notes")

    mutating func react(to event: any Event) {
        if notes.react(to: event) { return }
        if let event = event as? Wrote { notes.update(event.id) { $0.text = event.text } }
    }

    static let notes = ServerQuery("notes", \Wall.notes, tags: { id, _ in [QueryTag("note", id)] }) { id, core in
        try await core.dependencies.notes.read(id)
    }
}

private enum NotesKey: DependencyKey { static var liveValue: FakeServer<Note> { FakeServer() } }

extension Dependencies {
    fileprivate var notes: FakeServer<Note> {
        get { self[NotesKey.self] }
        set { self[NotesKey.self] = newValue }
    }
}

private struct Write: Command {
    var text: String

    func execute(state: Wall, core: Core<Wall>) async throws {
        try await core.optimistically(Wrote(id: 1, text: text), invalidating: [QueryTag("note", 1)]) { _ in
            try await core.dependencies.notes.write(1, key: text) { $0?.text = text }
            return .commit
        }
    }
}

@Suite("A screen with a fake server")
struct ScreenTests {
    @Test("A test core waits for the reads of queries before a call returns")
    func testCore() async throws {
        let clock = ManualClock()
        let server = FakeServer(
            [Note(id: 1, text: "old")], faults: Faults(latency: .seconds(1) ... .seconds(1)), clock: clock)
        let core = TestCore(
            state: Wall(), exhaustive: false, dependencies: Dependencies(.test) { $0.notes = server }, clock: clock)
        let watch = core.core.watch(Wall.notes, 1)
        await core.settled()
        #expect(core.state.notes.entries[id: 1]?.isFirstLoad == true)
        await core.advance(by: .seconds(2))
        #expect(core.state.notes[1]?.text == "old")
        server.faults = Faults(refused: 100, latency: .zero ... .zero)
        core.core.invalidate("note")
        await core.settled()
        #expect(core.state.notes.entries[id: 1]?.failure == "read 1#2 was refused.")
        server.faults = Faults(latency: .zero ... .zero)
        _ = try await core.fire(command: Write(text: "mine"))
        #expect(core.state.notes[1]?.text == "mine" && server[1]?.text == "mine")
        #expect(core.state.notes.entries[id: 1]?.failure == nil)
        watch.cancel()
        try await core.finish()
    }
}
