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

@Suite("A screen over a fake server")
struct ScreenTests {
    @Test(
        "What the user wrote shows at once, survives a refresh and another device, and comes to be what the server has")
    func simulated() async throws {
        try await Simulation.check(seeds: 0..<50) { sim in
            let server = FakeServer(sim, [Note(id: 1, text: "old")], faults: .hostile)
            let core = sim.core(state: Wall(), dependencies: Dependencies { $0.notes = server })
            let watch = core.watch(Wall.notes, 1)
            await sim.settled()
            sim.sometimes("is read at once", await core.state.notes[1]?.text == "old")
            sim.step("write") { _ = core.fire(command: Write(text: "mine")) }
            sim.step("refresh") { _ = sim.start("refresh") { await core.refresh(Wall.notes, 1) } }
            sim.step("another device") {
                server[1]?.text = "theirs"
                core.invalidate("note")
            }
            await sim.settled()
            sim.sometimes("the write came last", server[1]?.text == "mine")
            sim.sometimes("the other device came last", server[1]?.text == "theirs")
            sim.calm()
            core.invalidate("note")
            await sim.settled()
            try await sim.expect { await core.state.notes[1] == server[1] }
            watch.cancel()
        }
    }

    @Test("A test core drives queries without knowing them: what they began is over when a call returns")
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
        #expect(core.state.notes.entries[id: 1]?.failure == "read 1#2 was refused")
        server.faults = Faults(latency: .zero ... .zero)
        _ = try await core.fire(command: Write(text: "mine"))
        #expect(core.state.notes[1]?.text == "mine" && server[1]?.text == "mine")
        #expect(core.state.notes.entries[id: 1]?.failure == nil)
        watch.cancel()
        try await core.finish()
    }
}
