import GRDB
import Reactor
import ReactorGRDB
import ReactorTesting
import Testing

@testable import TwoProcesses

@Suite("Writes of another process", .timeLimit(.minutes(1)))
struct ForeignChangesTests {
    private let place: Place
    private let clock = ManualClock()
    private let asked = Synchronized<Void>()

    init() throws { place = try Place() }

    private func notes(in database: any DatabaseWriter) -> AsyncValueObservation<[Note]> {
        database.live { [asked] database in
            asked.add()
            return try Note.matching("").fetchAll(database)
        }
    }

    private func others(in database: any DatabaseWriter) -> Task<Void, any Error> {
        let changes = ForeignChanges(in: database, every: .milliseconds(100), clock: RuntimeClock(clock))
        return Task { try await changes.run() }
    }

    @Test("Only ForeignChanges detects a write of another process", arguments: Place.Kind.allCases)
    func detection(_ kind: Place.Kind) async throws {
        let database = try place.open(kind)
        var found = notes(in: database).makeAsyncIterator()
        #expect(try await found.next() == [])
        // A pool begins to observe after its first read. After this write it observes.
        try await database.write { try milk.save($0) }
        #expect(try await found.next() == [milk])

        let before = asked.count
        try place.otherProcess(writes: bread)
        // The observer of a queue is notified of a write before the write returns.
        try await database.write { _ in }
        #expect(asked.count == before)

        let others = others(in: database)
        // Written before the first poll, and found by it.
        #expect(try await found.next() == [milk, bread])
        await clock.sleepers(1)
        try place.otherProcess(writes: salt)
        clock.advance(by: .milliseconds(99))
        try await database.write { _ in }
        #expect(asked.count == before + 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await found.next() == [milk, bread, salt])

        others.cancel()
        await #expect(throws: CancellationError.self) { try await others.value }
    }

    @Test("ForeignChanges does not report writes of its own process")
    func ownWrites() async throws {
        let database = try place.open(.queue)
        var found = notes(in: database).makeAsyncIterator()
        #expect(try await found.next() == [])
        let others = others(in: database)
        await clock.sleepers(1)
        let before = asked.count
        for _ in 1...10 {
            clock.advance(by: .milliseconds(100))
            await clock.sleepers(1)
        }
        #expect(asked.count == before)
        try await database.write { try milk.save($0) }
        clock.advance(by: .milliseconds(100))
        await clock.sleepers(1)
        #expect(asked.count == before + 1)
        others.cancel()
    }

    @Test("A locked database is polled again")
    func lockedDatabase() async throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let path = "\(place.folder)/journaled.sqlite"
        let (ours, theirs) = (
            try DatabaseQueue(path: path), try DatabaseQueue(path: path, configuration: configuration)
        )
        try Note.prepare(ours)
        var found = notes(in: ours).makeAsyncIterator()
        #expect(try await found.next() == [])
        let others = others(in: ours)
        await clock.sleepers(1)

        try await theirs.writeWithoutTransaction { database in
            try database.beginTransaction(.exclusive)
            try milk.save(database)
        }
        clock.advance(by: .milliseconds(100))
        await clock.sleepers(1)
        try await theirs.writeWithoutTransaction { try $0.commit() }
        clock.advance(by: .milliseconds(100))
        #expect(try await found.next() == [milk])
        others.cancel()
    }

    @Test("An unfinished write transaction does not delay a poll")
    func activeWriter() async throws {
        let database = try place.open()
        var found = notes(in: database).makeAsyncIterator()
        #expect(try await found.next() == [])
        let others = others(in: database)
        await clock.sleepers(1)
        try place.otherProcess(writes: milk)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let theirs = try DatabaseQueue(path: "\(place.folder)/notes.sqlite", configuration: configuration)
        try await theirs.writeWithoutTransaction { database in
            try database.beginTransaction(.immediate)
            try bread.save(database)
        }
        clock.advance(by: .milliseconds(100))
        #expect(try await found.next() == [milk])
        try await theirs.writeWithoutTransaction { try $0.rollback() }
        others.cancel()
    }

    @Test("Polling ends when the database is closed")
    func closedDatabase() async throws {
        let database = try place.open(.queue)
        let others = others(in: database)
        await clock.sleepers(1)
        try database.close()
        clock.advance(by: .milliseconds(100))
        await #expect(throws: DatabaseError.self) { try await others.value }
    }

    @Test("Only the row that the other process changed is reported")
    func changedRow() async throws {
        let database = try place.open()
        try await database.write { database in for note in [milk, bread, salt] { try note.save(database) } }
        let core = Core<Notes>.notes(in: database)
        core.fire(event: NotesShown())
        for await found in core.updates(of: \.found) where found.count == 3 { break }
        let others = others(in: database)
        await clock.sleepers(1)

        let (differences, salts) = (Synchronized<KeyedRows<Note.ID, Note>.Changes>(), Synchronized<Void>())
        let rows = core.subscribe(to: .changes(of: \.found)) { change in differences.add(change) }
        let row = core.subscribe(to: .row(\.found, id: salt.id)) { _ in salts.add() }
        await core.settled()
        try place.otherProcess(writes: Note(id: bread.id, text: "Rye bread"))
        clock.advance(by: .milliseconds(100))
        for await found in core.updates(of: \.found) where found[id: bread.id]?.text == "Rye bread" { break }
        await core.settled()
        #expect(differences.all.count == 2)
        guard case .difference(let difference) = differences.all.last else {
            Issue.record("It is not a difference: \(differences.all)")
            return
        }
        #expect(difference.ids == [bread.id] && difference.updated == [bread.id] && !difference.orderChanged)
        #expect(salts.count == 1)
        withExtendedLifetime((rows, row)) {}
        others.cancel()
        await core.close()
    }
}
