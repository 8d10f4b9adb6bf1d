import Reactor
import ReactorQueries
import ReactorTesting

struct Book: Identifiable, Codable, Equatable {
    var id: Int
    var title: String
}

/// A list that is loaded, and single books that are read as queries.
struct Library: State, Equatable {
    var titles = RequestStatus<[String], String>()
    var books = QueryCache<Int, Book>("books")

    mutating func react(to event: any Event) {
        if titles.react(to: event, as: "titles") { return }
        if books.react(to: event) { return }
    }

    static let book = ServerQuery("books", \Library.books, tags: { id, _ in [QueryTag("book", id)] }) { id, _ in
        Book(id: id, title: "Emma")
    }
}

struct LibraryClosed: Error {}

/// An exhaustive test of a load, from the first attempt to the end, and of loads that fail or are canceled.
@MainActor
private func checkLoad() async throws {
    let answer = TestGate<[String]>()
    let core = TestCore(state: Library())
    let time = Timestamp.now(in: core.core.runtime)
    let load = Load("titles", \Library.titles) { _, progress in
        progress.report(1, of: 2)
        return try await answer.wait()
    }
    let twice = CommandOptions(retry: .exponential(attempts: 2))
    try await core.fire(command: load, options: twice)
    try await core.receive(StatusChange<[String]>.self) { $0.titles = .loading(launch: 1) }
    try await core.receive(StatusChange<[String]>.self) {
        $0.titles = .loading(launch: 1, completed: 1, of: 2)
    }
    answer.resumeOne(throwing: LibraryClosed())
    try await core.advanceToNextSleeper()
    try await core.receive(StatusChange<[String]>.self) { $0.titles = .loading($0.titles, launch: 1, attempt: 2) }
    try await core.receive(StatusChange<[String]>.self) {
        $0.titles = .loading(launch: 1, attempt: 2, completed: 1, of: 2)
    }
    answer.resumeOne(with: ["Emma"])
    try await core.receive(StatusChange<[String]>.self) {
        $0.titles = .loaded(["Emma"], at: time.advanced(by: core.clock.now.offset))
    }
    Check.holds(core.state.titles.value == ["Emma"], "what was loaded is held")
    try await core.finish()
}

@MainActor
private func checkFailedLoad() async throws {
    let core = TestCore(state: Library(titles: RequestStatus(initial: ["Walden"])))
    let load = Load<Library, [String]>("titles", \Library.titles) { _ in throw LibraryClosed() }
    try await core.fire(command: load)
    try await core.receive(StatusChange<[String]>.self) { $0.titles = .loading($0.titles, launch: 1) }
    try await core.receive(CommandEnded.self) { $0.titles = .failed("LibraryClosed()", $0.titles) }
    Check.holds(core.state.titles.value == ["Walden"], "what was held stays")

    let stopped = Load<Library, [String]>("titles", \Library.titles) { _ in
        try await TestGate<[String]>(heedsCancellation: true).wait()
    }
    let handle = try await core.fire(command: stopped)
    try await core.receive(StatusChange<[String]>.self) { $0.titles = .loading($0.titles, launch: 2) }
    handle.cancel()
    try await core.receive(CommandEnded.self) { $0.titles = .cancelled($0.titles) }
    try await core.finish()
}

/// An exhaustive test of a query.
@MainActor
private func checkQuery() async throws {
    let core = TestCore(state: Library())
    let watch = core.core.watch(Library.book, 7)
    try await core.receive(QueryChange<Int, Book>.self) {
        $0.books.expect(7, nil, isFetching: true, in: core.actualState.books)
    }
    Check.holds(core.state.books.entries[id: 7]?.isFirstLoad == true, "the read has begun")
    try await core.receive(QueryChange<Int, Book>.self) {
        $0.books.expect(7, Book(id: 7, title: "Emma"), in: core.actualState.books)
    }
    watch.cancel()
    try await core.finish()
}

func checkLoads() async throws {
    try await checkLoad()
    try await checkFailedLoad()
    try await checkQuery()
}
