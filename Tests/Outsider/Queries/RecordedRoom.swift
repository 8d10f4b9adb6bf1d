import Foundation
import Reactor
import ReactorQueries
import ReactorRecording

/// Reads articles and a list through queries into a journal, twice in one folder, as the guide "Queries" shows it.
@MainActor
func checkRecordedQueries() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "room-\(UInt64.random(in: .min ... .max))")
        .path()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for run in 1...2 { try await checkRoom(folder, run) }
}

@MainActor
private func checkRoom(_ folder: String, _ run: Int) async throws {
    let service = FakeArticles()
    await service.edit(1, to: run)
    let opened = try await openRoom(folder, service)
    let core = opened.core
    let one = try await core.fetch(ReadingRoom.article, 1)
    Check.holds(one.text == "Article 1, edition \(run)", "\(one)")
    _ = try await core.fetch(ReadingRoom.article, 2)
    let shown = core.watch(ReadingRoom.list, "all")
    await core.idle()
    if run == 1 { core.loadMore(ReadingRoom.list, "all") }
    await core.idle()
    let titles = await core.read { $0.titles["all"]?.items.map(\.id) ?? [] }
    Check.holds(titles == Array(1...6), "\(titles)")
    let requests = await service.takeRequests()
    Check.holds(requests == (run == 1 ? ([1, 2], [1, 4]) : ([], [])), "requested: \(requests)")
    core.fire(event: Bookmarked(id: run, isBookmarked: true))

    await service.edit(1, to: run + 1)
    let cached = try await core.fetch(ReadingRoom.article, 1)
    Check.holds(cached == one, "\(cached)")
    core.invalidate(QueryTag("article", 1))
    let new = try await core.fetch(ReadingRoom.article, 1)
    Check.holds(new.text == "Article 1, edition \(run + 1)", "\(new)")
    shown.cancel()
    await core.settled()
    let before = await core.state
    try await opened.close()

    let reopened = try await openRoom(folder, service)
    let after = await reopened.core.state
    Check.holds(after == before, "\(after)")
    Check.holds(after.bookmarks == Set(1...run), "\(after.bookmarks)")
    try await reopened.close()
    let outcome = Verification(at: folder, catalog: ReadingRoom.catalog).outcome
    Check.holds(outcome == .same, "\(outcome)")
}

private func openRoom(_ folder: String, _ service: FakeArticles) async throws -> OpenedCore<ReadingRoom> {
    try await Core.open(
        journal: folder, initial: ReadingRoom(), catalog: ReadingRoom.catalog,
        configuration: JournalConfiguration(app: "room"), dependencies: Dependencies { $0.articles = service })
}
