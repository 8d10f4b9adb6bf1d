import Foundation
import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

@Suite("Paginated lists")
struct PageListTests {
    let bench = Bench()
    var core: Core<Feed> { bench.core }
    var cursors: [Int?] { bench.server.cursors.copy }

    private func page(_ ids: [Int], next: Int?, _ title: String = "x") -> PageList<Post, Int> {
        PageList(ids.map { Post(id: $0, title: title) }, next: next)
    }

    private func answer(_ count: Int, _ ids: [Int], next: Int?, _ title: String = "x") async {
        await bench.server.pages.arrived(count)
        bench.server.pages.resumeOne(with: page(ids, next: next, title))
    }

    private func ids() async -> [Int] { await core.read { $0.pages["all"]?.items.map(\.id) ?? [] } }

    private func entry() async -> QueryCache<String, PageList<Post, Int>>.Entry {
        await core.read { $0.pages.entries[id: "all"] ?? .init(id: "all") }
    }

    /// A watch of a list with two pages.
    private func twoPages() async -> Subscription {
        let watch = core.watch(Feed.pages, "all")
        await answer(1, [1, 2], next: 2)
        await core.idle()
        core.loadMore(Feed.pages, "all")
        await answer(2, [3, 4], next: 4)
        await core.idle()
        return watch
    }

    @Test(
        "A server that returns the cursor of an earlier page ends the list with a failure, and receives no more requests",
        arguments: [[7, 7], [7, 3, 7], [7, 3, 9, 3]])
    func circle(nexts: [Int]) async throws {
        let watch = core.watch(Feed.pages, "all")
        for (index, next) in nexts.enumerated() {
            if index > 0 { core.loadMore(Feed.pages, "all") }
            await answer(index + 1, [index], next: next)
            await core.idle()
            #expect(await (entry().failure != nil) == (index == nexts.count - 1))
        }
        #expect(await entry().failure?.contains("Infinite loop") == true)
        #expect(await ids() == Array(nexts.indices))
        for _ in 1...3 { core.loadMore(Feed.pages, "all") }
        await core.idle()
        #expect(cursors == [nil] + nexts.dropLast())
        // A refetched list has the same number of pages, even in a circle, and is complete when the server's list ends
        // again.
        let value = try #require(await entry().value)
        #expect(try JSONDecoder().decode(PageList<Post, Int>.self, from: JSONEncoder().encode(value)) == value)
        core.invalidate("list")
        for (index, next) in nexts.enumerated() {
            await answer(nexts.count + index + 1, [index], next: index == nexts.count - 1 ? nil : next)
        }
        await core.idle()
        #expect(await entry().failure == nil)
        #expect(await ids() == Array(nexts.indices))
        withExtendedLifetime(watch) {}
    }

    @Test("A list shows that one more page is being read, but not while the list is refetched")
    func isLoadingMore() async {
        let watch = await twoPages()
        #expect(await !entry().isLoadingMore)
        core.loadMore(Feed.pages, "all")
        await bench.server.pages.arrived(3)
        #expect(await entry().isLoadingMore)
        await answer(3, [5], next: nil)
        await core.idle()
        #expect(await !entry().isLoadingMore)
        core.invalidate("list")
        await bench.server.pages.arrived(4)
        #expect(await entry().isFetching)
        #expect(await !entry().isLoadingMore)
        await answer(4, [1], next: nil)
        await core.idle()
        withExtendedLifetime(watch) {}
    }

    @Test("A failed page leaves the list unchanged, and the next call requests only that page")
    func fails() async {
        let watch = await twoPages()
        core.loadMore(Feed.pages, "all")
        await bench.server.pages.arrived(3)
        bench.server.pages.resumeOne(throwing: Offline())
        await core.idle()
        #expect(await ids() == [1, 2, 3, 4])
        #expect(await entry().failure == "offline")
        core.loadMore(Feed.pages, "all")
        await answer(4, [5], next: nil)
        await core.idle()
        #expect(await ids() == [1, 2, 3, 4, 5])
        #expect(await entry().failure == nil)
        #expect(cursors == [nil, 2, 4, 4])
        core.invalidate("list")
        await answer(5, [7], next: 2)
        await bench.server.pages.arrived(6)
        bench.server.pages.resumeOne(throwing: Offline())
        await core.idle()
        #expect(await ids() == [1, 2, 3, 4, 5])
        #expect(await core.read { $0.pages["all"]?.pages } == 3)
        withExtendedLifetime(watch) {}
    }

    @Test("A failed page is not a failure of the list, also after a refresh that was canceled")
    func failsBeforeCancel() async throws {
        let watch = await twoPages()
        core.loadMore(Feed.pages, "all")
        await bench.server.pages.arrived(3)
        bench.server.pages.resumeOne(throwing: Offline())
        await core.idle()
        watch.cancel()
        let refresh = Task { await core.refresh(Feed.pages, "all") }
        await bench.server.pages.arrived(4)
        refresh.cancel()
        await refresh.value
        core.cancelAll()
        await core.idle()
        #expect(try await core.fetch(Feed.pages, "all").items.map(\.id) == [1, 2, 3, 4])
        core.loadMore(Feed.pages, "all")
        await answer(5, [5], next: nil)
        await core.idle()
        #expect(cursors == [nil, 2, 4, nil, 4])
    }

    @Test(
        "A page is requested again if a change of its items overlapped, but not for a change of earlier pages"
    )
    func crossed() async {
        let watch = await twoPages()
        let first = core.predict(Renamed(id: 1, title: "mine"), about: [QueryTag("post", 1)])
        core.loadMore(Feed.pages, "all")
        await answer(3, [5, 6], next: 6)
        await core.idle()
        #expect(await ids() == [1, 2, 3, 4, 5, 6])
        #expect(await core.read { $0.pages["all"]?.items[id: 1]?.title } == "mine")
        first.rollback()
        #expect(await core.read { $0.pages["all"]?.items[id: 1]?.title } == "x")
        let second = core.predict(Renamed(id: 7, title: "mine"), about: [QueryTag("post", 7)])
        core.loadMore(Feed.pages, "all")
        await answer(4, [7], next: nil)
        await core.settled()
        #expect(await ids().count == 6)
        second.commit()
        await answer(5, [7], next: nil, "mine")
        await core.idle()
        #expect(await core.read { $0.pages["all"]?.items[id: 7]?.title } == "mine")
        #expect(await core.read { $0.brought } == [2, 2, 1])
        withExtendedLifetime(watch) {}
    }

    @Test("A page of a list that was replaced without a Reset is not appended to the pages that were read since")
    func startedOver() async {
        let watch = await twoPages()
        core.loadMore(Feed.pages, "all")
        await bench.server.pages.arrived(3)
        core.fire(event: SignedOut())
        await core.settled()
        await answer(3, [5], next: nil)
        await answer(4, [1], next: 1)
        await core.idle()
        #expect(await ids() == [1])
        #expect(bench.reports.copy == [])
        withExtendedLifetime(watch) {}
    }

    @Test("A list that was stored in a file continues at its cursor, and is refetched with all its pages")
    func reopened() async throws {
        let before = await twoPages()
        let kept = try JSONDecoder().decode(Feed.self, from: JSONEncoder().encode(await core.state))
        withExtendedLifetime(before) {}
        let next = Bench(kept)
        let watch = next.core.watch(Feed.pages, "all")
        await next.core.idle()
        next.core.loadMore(Feed.pages, "all")
        await next.server.pages.arrived()
        next.server.pages.resumeOne(with: page([5], next: nil))
        await next.core.idle()
        let refresh = Task { await next.core.refresh(Feed.pages, "all") }
        for count in 2...4 {
            await next.server.pages.arrived(count)
            next.server.pages.resumeOne(with: page([count], next: count))
        }
        await refresh.value
        #expect(next.server.cursors.copy == [4, nil, 2, 3])
        #expect(await next.core.read { $0.pages["all"]?.items.map(\.id) } == [2, 3, 4])
        withExtendedLifetime(watch) {}
    }

    @Test("loadMore of a list without a watch is reported, and its page is read anyway")
    func unwatched() async {
        await twoPages().cancel()
        for _ in 0..<2 {
            core.loadMore(Feed.pages, "all", fileID: "App/Feed.swift", line: 3)
        }
        await answer(3, [5], next: nil)
        await core.idle()
        #expect(await ids() == [1, 2, 3, 4, 5])
        #expect(bench.reports.copy.count == 1)
        #expect(
            bench.reports.copy.first?.hasPrefix("loadMore(pages, all) at App/Feed.swift:3 reads another page") == true)
    }

    @Test("Joined pages equal an array without repeated items", arguments: 0..<100)
    func agreesWithTheModel(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var model: [Post] = []
        var list: PageList<Post, Int>?
        for number in 1...8 {
            let posts = (0..<random.below(6)).map { _ in Post(id: random.below(15), title: "\(number)") }
            let page = PageList(posts, next: random.chance(90) ? number : nil)
            for post in posts where !model.contains(where: { $0.id == post.id }) { model.append(post) }
            list = list.map { continued($0, by: page) } ?? page
            #expect(list.map { Array($0.items) } == model)
            #expect(list?.pages == number && list?.next == page.next)
        }
    }
}

@Suite("Pages of a server that responds immediately")
struct PromptPagesTests {
    struct Timeline: State {
        var lists = QueryCache<String, PageList<Post, Int>>("lists")
        mutating func react(to event: any Event) { _ = lists.react(to: event) }
    }

    let asked = Locked<[Int]>([])
    let test = TestCore(state: Timeline(), exhaustive: false, dependencies: Dependencies(.test), clock: ManualClock())
    var core: Core<Timeline> { test.core }

    private var query: ServerQuery<Timeline, String, PageList<Post, Int>> {
        ServerQuery(
            pages: "lists", \Timeline.lists, tags: { _, list in list.items.map { QueryTag("post", $0.id) } }
        ) { [asked] _, cursor, _ in
            asked.withLock { $0.append(cursor ?? 0) }
            return PageList([Post(id: cursor ?? 0, title: "")], next: (cursor ?? 0) + 1)
        }
    }

    @Test("Later pages have tags, too, whose invalidation refetches the list", arguments: 0..<3)
    func tagged(id: Int) async {
        let watch = core.watch(query, "all")
        for _ in 0..<2 {
            await test.settled()
            core.loadMore(query, "all")
        }
        await test.settled()
        core.invalidate(QueryTag("post", id))
        await test.settled()
        #expect(asked.copy == [0, 1, 2, 0, 1, 2])
        core.invalidate(QueryTag("post", 3))
        await test.settled()
        #expect(asked.copy.count == 6)
        withExtendedLifetime(watch) {}
    }
}
