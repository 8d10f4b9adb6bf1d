import Foundation
import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

/// A server without knowledge of queries. Its posts are in its own order, in pages of two by position, so that an added
/// or removed post moves all later ones between pages.
private final class ListServer: Sendable {
    let posts = Locked<[Post]>((1...7).map { Post(id: $0, title: "new") })
    typealias Page = PageList<Post, Int>
    let network: Locked<(@Sendable (String, @escaping @Sendable () -> Page) async throws -> Page)?> = Locked(nil)

    func page(_ start: Int) -> Page {
        let posts = posts.copy
        let end = start + 2
        return PageList(posts.dropFirst(start).prefix(2), next: end < posts.count ? end : nil)
    }

    func read(_ start: Int) async throws -> Page {
        guard let network = network.copy else { return page(start) }
        return try await network("page \(start)") { self.page(start) }
    }
}

private enum ListServerKey: DependencyKey { static let liveValue = ListServer() }

extension Dependencies {
    fileprivate var listServer: ListServer {
        get { self[ListServerKey.self] }
        set { self[ListServerKey.self] = newValue }
    }
}

private let lists = ServerQuery(
    pages: "pages", \Feed.pages, staleAfter: .seconds(5), keepUnused: .seconds(20),
    tags: { key, list in [QueryTag("list", key)] + list.items.map { QueryTag("post", $0.id) } }
) { _, cursor, core in
    try await core.dependencies.listServer.read(cursor ?? 0)
}

extension Locked<Bool> {
    /// Whether this is the first call.
    fileprivate func happens() -> Bool {
        withLock { hasHappened in
            defer { hasHappened = true }
            return !hasHappened
        }
    }
}

@Suite("Paginated lists in every order")
struct PageListSimulationTests {
    @Test("A caller that loads more as soon as a page is shown reaches the end of the list", arguments: [false, true])
    func askedAsSoonAsShown(whilePending: Bool) async throws {
        try await Simulation.check(seeds: 0..<50) { sim in
            let core = sim.core("phone", state: Feed(), dependencies: Dependencies { $0.listServer = ListServer() })
            // The post is not in the list, so the change overlaps with no read.
            let renamed = Renamed(id: 99, title: "pending")
            let pending = whilePending ? core.predict(renamed, about: [QueryTag("post", 99)]) : nil
            let pages = Locked(0)
            let watch = core.watch(lists, "all") { entry in
                // A view's `.task(id: list.pages)` does the same.
                guard let list = entry.value, list.next != nil, list.pages != pages.copy else { return }
                pages.withLock { $0 = list.pages }
                core.loadMore(lists, "all")
            }
            try await sim.sleep(for: .seconds(1))
            try await sim.expect { await core.state.pages["all"]?.items.map(\.id) == Array(1...7) }
            pending?.commit()
            watch.cancel()
        }
    }

    @Test("A refresh as soon as a response is shown, and a watch as soon as a failure is, cause one more read")
    func askedAsSoonAsOver() async throws {
        try await Simulation.check(seeds: 0..<50) { sim in
            let server = ListServer()
            let (calls, fails) = (Locked(0), Locked(false))
            server.network.withLock {
                $0 = { _, read in
                    calls.withLock { $0 += 1 }
                    if fails.copy { throw Offline() }
                    return read()
                }
            }
            let core = sim.core("phone", state: Feed(), dependencies: Dependencies { $0.listServer = server })
            let (isShown, isFailed) = (Locked(false), Locked(false))
            let later = Locked<Subscription?>(nil)
            let watch = core.watch(lists, "all") { entry in
                if entry.value != nil, isShown.happens() { await core.refresh(lists, "all") }
                if entry.failure != nil, isFailed.happens() { later.withLock { $0 = core.watch(lists, "all") } }
            }
            try await sim.sleep(for: .seconds(1))
            try await sim.expect { calls.copy == 2 }
            fails.withLock { $0 = true }
            await core.refresh(lists, "all")
            try await sim.sleep(for: .seconds(1))
            try await sim.expect { calls.copy == 4 }
            watch.cancel()
        }
    }

    @Test(
        "After any events, a watched list has the server's first pages, and loadMore adds the next page"
    )
    func converges() async throws {
        let report = try await Simulation.report(seeds: 0..<200, options: SimulationOptions(runsTwice: false)) { sim in
            var random = sim.random
            let server = ListServer()
            let service = sim.service("server", faults: .hostile)
            server.network.withLock { $0 = { try await service.call($0, $1) } }
            let dependencies = Dependencies { $0.listServer = server }
            var core = sim.core("phone", state: Feed(), dependencies: dependencies)
            var watch = core.watch(lists, "all")
            for number in 1...20 {
                switch random.below(10) {
                case 0, 1, 2, 3: sim.step("more") { core.loadMore(lists, "all") }
                case 4:
                    sim.step("a post comes") {
                        let post = Post(id: 100 + number, title: "new")
                        server.posts.withLock { $0.insert(post, at: random.below($0.count + 1)) }
                        core.invalidate("list")
                    }
                case 5:
                    sim.step("a post goes") {
                        server.posts.withLock { if $0.count > 1 { $0.remove(at: random.below($0.count)) } }
                        if random.chance(50) { core.invalidate(QueryTag("list", "all")) }
                    }
                case 6:
                    sim.step("rename") {
                        let id = random.below(8)
                        let core = core
                        sim.start("rename") {
                            try? await core.optimistically(
                                Renamed(id: id, title: "\(number)"), invalidating: [QueryTag("post", id)]
                            ) { _ in
                                _ = try await service.call("rename \(id)") {
                                    server.posts.withLock { posts in
                                        if let index = posts.firstIndex(where: { $0.id == id }) {
                                            posts[index].title = "\(number)"
                                        }
                                    }
                                }
                                return .commit
                            }
                        }
                    }
                case 7:
                    sim.step("refresh") {
                        let core = core
                        sim.start("refresh") { await core.refresh(lists, "all") }
                    }
                case 8:
                    sim.step("reset or connection") {
                        if random.chance(30) { core.fire(event: Reset<Feed>()) }
                        core.setOnline(random.chance(50))
                    }
                default:
                    guard random.chance(50) else { continue }
                    let old = core
                    let kept = await old.certain { $0 }
                    await old.close()
                    let state = try JSONDecoder().decode(Feed.self, from: JSONEncoder().encode(kept))
                    core = sim.core("phone \(number)", state: state, dependencies: dependencies)
                    watch = core.watch(lists, "all")
                }
                if random.chance(70) { try await sim.sleep(for: .milliseconds(random.number(in: 1...4_000))) }
            }
            sim.endFaults()
            core.setOnline(true)
            try await sim.sleep(for: .seconds(60))
            core.invalidate("list")
            try await sim.sleep(for: .seconds(40))
            var pages = 0
            for isLater in [false, true] {
                if isLater {
                    core.loadMore(lists, "all")
                    try await sim.sleep(for: .seconds(10))
                }
                let entry = await core.state.pages.entries[id: "all"]
                let expected = server.posts.copy
                let list = entry?.value
                try await sim.expect("\(String(describing: entry)), not \(expected)") {
                    list.map { Array($0.items) } == Array(expected.prefix(2 * (list?.pages ?? 0)))
                }
                try await sim.expect {
                    list?.next == (list.map { 2 * $0.pages < expected.count ? 2 * $0.pages : nil } ?? 0)
                }
                try await sim.expect("read without end") { entry?.isFetching == false && entry?.failure == nil }
                if isLater { try await sim.expect { list?.pages == min(pages + 1, (expected.count + 1) / 2) } }
                pages = list?.pages ?? 0
            }
            sim.sometimes("of several pages", pages > 2)
            watch.cancel()
        }
        #expect(report.seeds == 200)
    }
}
