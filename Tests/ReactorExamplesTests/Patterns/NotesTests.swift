import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ExamplePatterns

@Suite("A database behind commands")
struct NotesTests {
    let milk = Note(id: "a", text: "milk")
    let bread = Note(id: "b", text: "bread")

    private func core(_ store: MemoryNoteStore) -> TestCore<Notes> {
        let reactions = Notes.reactions()
        return TestCore(
            state: Notes(), exhaustive: false, reactions: { reactions },
            dependencies: Dependencies(.test) { $0.notes = store })
    }

    @Test("A query goes on while its screen is there: what is saved and deleted comes to the state by it alone")
    func live() async throws {
        let store = MemoryNoteStore([milk])
        let core = core(store)
        try await core.fire(event: NotesShown())
        #expect(core.state.found == [milk])
        try await core.fire(command: SaveNote(bread))
        #expect(core.state.found == [milk, bread])
        try await core.fire(command: DeleteNote("a"))
        #expect(core.state.found == [bread])
        // Somebody else writes too.
        await store.save(Note(id: "c", text: "salt"))
        try await core.fire(command: DeleteNote("nothing"))
        #expect(core.state.found?.map(\.id) == ["b", "c"])
        try await core.fire(event: NotesHidden())
        #expect(core.state == Notes())
    }

    @Test("Another query takes the place of the one before, whose rows come too late")
    func another() async throws {
        let store = MemoryNoteStore([milk, bread])
        let core = core(store)
        try await core.fire(event: NotesShown())
        try await core.fire(event: NotesShown(query: "bre"))
        #expect(core.state.found == [bread])
        try await core.fire(event: NotesFound(query: "", notes: [milk, bread]))
        #expect(core.state.found == [bread])
        try await core.fire(event: NotesHidden())
    }

    @Test("A query that nobody reads any more is forgotten by the store")
    func forgotten() async throws {
        let forgotten = Gate<Void>()
        let store = MemoryNoteStore([milk], forgot: { forgotten.arrive() })
        var rows = await store.notes(containing: "").makeAsyncIterator()
        #expect(try await rows.next() == [milk])
        let other = await store.notes(containing: "x")
        #expect(await store.watcherCount == 2)
        let reading = Task { for try await _ in other {} }
        reading.cancel()
        await forgotten.arrived()
        #expect(await store.watcherCount == 1)
        await store.save(Note(id: "c", text: "x"))
        #expect(try await rows.next()?.count == 2)
    }

    @Test("Why a note was not written is shown until one is, and what the query has to say is not touched by it")
    func unwritten() async throws {
        struct Full: ExplainedError { var explanation: UserMessage { UserMessage("disk.full") } }
        struct FullStore: NoteStore {
            let isFull: Locked<Bool>

            func notes(containing text: String) throws -> AsyncThrowingStream<[Note], any Error> {
                throw NoteTable.Unreadable.newer(9)
            }
            func save(_ note: Note) throws { if isFull.copy { throw Full() } }
            func delete(_ id: Note.ID) throws { if isFull.copy { throw Full() } }
        }
        let isFull = Locked(true)
        let reactions = Notes.reactions()
        let core = TestCore(
            state: Notes(), exhaustive: false, reactions: { reactions },
            dependencies: Dependencies(.test) { $0.notes = FullStore(isFull: isFull) })
        try await core.fire(event: NotesShown())
        try await core.fire(command: SaveNote(bread))
        #expect(core.state.unwritten?.message.key == "disk.full")
        isFull.withLock { $0 = false }
        try await core.fire(command: DeleteNote("a"))
        #expect(core.state.unwritten == nil)
        #expect(core.state.problem?.message.key == "recording.newer")
    }

    @Test("A store that fails shows the user why")
    func failing() async throws {
        struct Broken: NoteStore {
            func notes(containing text: String) throws -> AsyncThrowingStream<[Note], any Error> {
                throw NoteTable.Unreadable.newer(9)
            }
            func save(_ note: Note) {}
            func delete(_ id: Note.ID) {}
        }
        let reactions = Notes.reactions()
        let core = TestCore(
            state: Notes(), exhaustive: false, reactions: { reactions },
            dependencies: Dependencies(.test) { $0.notes = Broken() })
        try await core.fire(event: NotesShown())
        #expect(core.state.problem?.message == UserMessage("recording.newer", recovery: "recovery.update"))
    }

    @Test("A table of any version is brought to the form of today, one step after the other")
    func migrations() throws {
        let first = NoteTable(version: 1, rows: [["id": "a", "body": "  milk"], ["id": "b", "body": "bread"]])
        #expect(try first.migrated().notes() == [milk, bread])
        let second = NoteTable(version: 2, rows: [["id": "a", "text": "  milk"]])
        #expect(try second.migrated() == NoteTable(version: 3, rows: [["id": "a", "text": "milk"]]))
        let third = NoteTable(version: 3, rows: [["id": "a", "text": "  milk"]])
        #expect(try third.migrated() == third)
        for version in [0, -1, 4] {
            #expect(throws: NoteTable.Unreadable.newer(version)) {
                try NoteTable(version: version, rows: []).migrated()
            }
        }
        #expect(throws: NoteTable.Unreadable.row(0, missing: "text")) {
            try NoteTable(version: 3, rows: [["id": "a"]]).notes()
        }
    }

    @Test("A store that is opened on an old table has its rows")
    func opening() async throws {
        let store = try MemoryNoteStore(opening: NoteTable(version: 1, rows: [["id": "a", "body": " milk"]]))
        var rows = await store.notes(containing: "").makeAsyncIterator()
        #expect(try await rows.next() == [milk])
    }
}
