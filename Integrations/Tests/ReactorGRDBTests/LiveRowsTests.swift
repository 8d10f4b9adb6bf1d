import GRDB
import Reactor
import ReactorGRDB
import Testing

@testable import TwoProcesses

private struct Unreadable: Error {}

@Suite("A live query", .timeLimit(.minutes(1)))
struct LiveRowsTests {
    private let place: Place

    init() throws { place = try Place() }

    @Test("A live query returns its rows, and again after a change")
    func changedRows() async throws {
        let database = try place.open()
        let core = Core<Notes>.notes(in: database)
        core.fire(event: NotesShown(query: "il"))
        for note in [bread, milk] {
            _ = await core.fire(command: SaveNote(note: note, database: database)).outcome
        }
        for await found in core.updates(of: \.found) where !found.isEmpty {
            #expect(Array(found) == [milk])
            break
        }
        #expect(await core.read { $0.problem } == nil)
        await core.close()
    }

    @Test("A live query returns nothing if a write leaves its rows equal")
    func equalRows() async throws {
        let database = try place.open(.queue)
        try await database.write { try milk.save($0) }
        var found = database.live { try Note.matching("").fetchAll($0) }.makeAsyncIterator()
        #expect(try await found.next() == [milk])
        try await database.write { try milk.save($0) }
        let next = Task { [found] in
            var found = found
            return try await found.next()
        }
        try await database.write { try bread.save($0) }
        #expect(try await next.value == [milk, bread])
    }

    @Test("A live query that fails ends its command, and can be started again")
    func restart() async throws {
        let database = try DatabaseQueue(path: "\(place.folder)/empty.sqlite")
        let core = Core<Notes>.notes(in: database)
        core.fire(event: NotesShown())
        for await problem in core.updates(of: \.problem) where problem != nil {
            #expect(problem?.contains("no such table: note") == true)
            break
        }
        try Note.prepare(database)
        try await database.write { try milk.save($0) }
        core.fire(event: NotesHidden())
        core.fire(event: NotesShown())
        for await found in core.updates(of: \.found) where !found.isEmpty { break }
        #expect(await core.read { $0.problem } == nil)
        await core.close()
    }

    @Test("A live query that fails after its first rows ends with the error")
    func laterFailure() async throws {
        let database = try place.open()
        var found = database.live { database in
            let notes = try Note.matching("").fetchAll(database)
            guard !notes.contains(milk) else { throw Unreadable() }
            return notes
        }.makeAsyncIterator()
        #expect(try await found.next() == [])
        try await database.write { try milk.save($0) }
        await #expect(throws: Unreadable.self) { _ = try await found.next() }
        #expect(try await found.next() == nil)
    }

    @Test("A live query is not run again after its task was canceled")
    func cancellation() async throws {
        let database = try place.open(.queue)
        let (asked, reading) = (Synchronized<Void>(), AsyncStream<Void>.makeStream())
        let reader = Task {
            for try await _ in database.live({ database in
                asked.add()
                return try Note.matching("").fetchAll(database)
            }) { reading.continuation.yield() }
        }
        for await _ in reading.stream { break }
        reader.cancel()
        try await reader.value
        let before = asked.count
        try await database.write { try milk.save($0) }
        #expect(asked.count == before)
    }
}
