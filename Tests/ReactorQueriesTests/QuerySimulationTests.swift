import Foundation
import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

/// A server without knowledge of queries. Each post has a row with the number of its last change, and a repeated change
/// has no effect.
private final class PostServer: Sendable {
    private let rows = Locked<[Int: (title: String, change: Int)]>([:])
    /// A network that can be offline.
    let network: Locked<(@Sendable (String, @escaping @Sendable () -> Post) async throws -> Post)?> = Locked(nil)

    subscript(id: Int) -> Post { rows.withLock { Post(id: id, title: $0[id]?.title ?? "new") } }

    func rename(_ id: Int, _ title: String, change: Int) -> Post {
        rows.withLock { rows in
            if change > rows[id]?.change ?? 0 { rows[id] = (title, change) }
            return Post(id: id, title: rows[id]?.title ?? "new")
        }
    }

    /// Renames a post on another device, whose changes have no number.
    func rename(_ id: Int, _ title: String) { rows.withLock { $0[id] = (title, $0[id]?.change ?? 0) } }
}

private enum PostServerKey: DependencyKey { static let liveValue = PostServer() }

extension Dependencies {
    fileprivate var posts: PostServer {
        get { self[PostServerKey.self] }
        set { self[PostServerKey.self] = newValue }
    }
}

extension PostServer {
    func read(_ id: Int) async throws -> Post {
        guard let network = network.copy else { return self[id] }
        return try await network("read \(id)") { self[id] }
    }

    func save(_ id: Int, _ title: String, change: Int) async throws -> Post {
        guard let network = network.copy else { return rename(id, title, change: change) }
        return try await network("rename \(id)") { self.rename(id, title, change: change) }
    }
}

private let posts = ServerQuery<Feed, Int, Post>(
    "posts", \Feed.posts, staleAfter: .seconds(5), keepUnused: .seconds(20), tags: { id, _ in [QueryTag("post", id)] }
) { id, core in
    try await core.dependencies.posts.read(id)
}

/// A local change, as the guide shows it.
private struct Rename: Command {
    var id: Int
    var title: String
    var change: Int

    var options: CommandOptions { CommandOptions(id: "rename \(id)", policy: .enqueue, owner: Feed.self) }

    func execute(state: Feed, core: Core<Feed>) async throws {
        try await core.optimistically(Renamed(id: id, title: title), invalidating: [QueryTag("post", id)]) { _ in
            _ = try await core.dependencies.posts.save(id, title, change: change)
            return .commit
        }
    }
}

@Suite("Queries in every order")
struct QuerySimulationTests {
    private static func server(_ sim: Simulation, _ faults: NetworkFaults) -> PostServer {
        let server = PostServer()
        let service = sim.service("server", faults: faults)
        server.network.withLock { $0 = { try await service.call($0, $1) } }
        return server
    }

    @Test("After any events, watched values equal the server's, and other values are evicted")
    func converges() async throws {
        // As many as it takes to reach the cases that each check has to reach.
        let seeds = Loops.seeds(of: 2_000, atLeast: 25)
        let report = try await Simulation.report(seeds: seeds, options: .init(runsTwice: false)) { sim in
            var random = sim.random
            let server = Self.server(sim, .hostile)
            let dependencies = Dependencies { $0.posts = server }
            var core = sim.core("phone", state: Feed(), dependencies: dependencies)
            var watches: [(id: Int, watch: Subscription)] = []
            var life = 0
            for number in 1...25 {
                let id = random.below(3)
                switch random.below(13) {
                case 0, 1, 2:
                    let every: Duration? = random.chance(20) ? .seconds(3 + random.below(5)) : nil
                    sim.step("watch \(id)") { watches.append((id, core.watch(posts, id, every: every))) }
                case 3:
                    guard !watches.isEmpty else { continue }
                    let index = random.below(watches.count)
                    sim.step("release") { if index < watches.count { watches.remove(at: index).watch.cancel() } }
                case 4, 5, 6:
                    sim.step("rename \(id)") {
                        _ = core.fire(command: Rename(id: id, title: "mine \(number)", change: number))
                    }
                case 7:
                    sim.step("another device renames \(id)") {
                        server.rename(id, "theirs \(number)")
                        core.invalidate(QueryTag("post", id))
                    }
                case 8:
                    sim.step("refresh \(id)") {
                        let core = core
                        sim.start("refresh") { await core.refresh(posts, id) }
                    }
                case 9:
                    sim.step("fetch \(id)") {
                        let core = core
                        sim.start("fetch") { _ = try? await core.fetch(posts, id) }
                    }
                case 10: sim.step("reset") { core.fire(event: Reset<Feed>()) }
                case 11: sim.step("the connection") { core.setOnline(random.chance(40)) }
                default:
                    guard random.chance(50) else { continue }
                    life += 1
                    let (old, number) = (core, life)
                    let ids = watches.map(\.id)
                    watches = []
                    let kept = await old.certain { $0 }
                    await old.close()
                    let state = try JSONDecoder().decode(Feed.self, from: JSONEncoder().encode(kept))
                    core = sim.core("phone \(number)", state: state, dependencies: dependencies)
                    for id in ids { watches.append((id, core.watch(posts, id))) }
                    sim.sometimes("reopened")
                }
                if random.chance(70) { try await sim.sleep(for: .milliseconds(random.number(in: 1...4_000))) }
            }
            sim.endFaults()
            core.setOnline(true)
            // A query that a new process has not used yet ignores earlier values.
            core.prefetch(posts, 3)
            try await sim.sleep(for: .seconds(60))
            // No poll is in flight during the check.
            core.setForeground(false)
            // A change that arrived after its caller had given up is unknown to the core.
            core.invalidate("post")
            try await sim.sleep(for: .seconds(40))
            let state = await core.state
            for (id, _) in watches {
                let entry = state.posts.entries[id: id]
                try await sim.expect("\(id) is \(String(describing: entry)), not \(server[id])") {
                    entry?.value == server[id]
                }
                try await sim.expect("\(id) is read without end") {
                    entry?.isFetching == false && entry?.failure == nil
                }
            }
            sim.sometimes("something is watched", !watches.isEmpty)
            for entry in state.posts.entries {
                try await sim.expect("\(entry.id) is kept") { watches.contains { $0.id == entry.id } }
                try await sim.expect { !entry.isFetching }
            }
            for (_, watch) in watches { watch.cancel() }
        }
        #expect(report.seeds == seeds.count)
    }

    @Test("A value that is watched again at the moment of its eviction exists, in every order")
    func watchedAgain() async throws {
        let query = ServerQuery<Feed, Int, Post>("drafts", \Feed.drafts, keepUnused: .seconds(20)) { id, _ in
            Post(id: id, title: "draft")
        }
        try await Simulation.check(seeds: Loops.seeds(of: 1_000), options: .init(runsTwice: false)) { sim in
            let core = sim.core("phone", state: Feed())
            core.watch(query, 7).cancel()
            await sim.settled()
            let again = Guarded<Subscription?>(nil)
            let clock = sim.clock
            sim.step("watch again") {
                _ = sim.start("watch again") {
                    try? await clock.sleep(for: .seconds(20))
                    // The call is in the core's order, so that an eviction can be next in line.
                    await core.read { _ in
                        let watch = core.watch(query, 7)
                        again.withLock { $0 = watch }
                    }
                }
            }
            try await sim.sleep(for: .seconds(25))
            await sim.settled()
            try await sim.expect { await core.state.drafts[7]?.title == "draft" }
            again.withLock { $0 }?.cancel()
        }
    }

    @Test("With a slow network without losses, no read reverts a change of the user")
    func neverBack() async throws {
        try await Simulation.check(seeds: Loops.seeds(of: 1_000), options: .init(runsTwice: false)) { sim in
            var random = sim.random
            let server = Self.server(sim, NetworkFaults(slow: 40))
            let core = sim.core("phone", state: Feed(), dependencies: Dependencies { $0.posts = server })
            let shown = Guarded<[Int: Int]>([:])
            let wentBack = Guarded<[String]>([])
            var watches: [Subscription] = []
            for id in 0..<2 {
                watches.append(
                    core.watch(posts, id, every: .seconds(1)) { entry in
                        guard let title = entry.value?.title, let number = Int(title) else { return }
                        let last = shown.withLock { shown in
                            defer { shown[id] = number }
                            return shown[id] ?? 0
                        }
                        if number < last { wentBack.withLock { $0.append("\(id): \(number) behind \(last)") } }
                    })
            }
            try await sim.sleep(for: .seconds(8))
            for number in 1...12 {
                let id = random.below(2)
                sim.step("rename \(id)") { _ = core.fire(command: Rename(id: id, title: "\(number)", change: number)) }
                try await sim.sleep(for: .milliseconds(random.number(in: 1...1_500)))
            }
            try await sim.sleep(for: .seconds(30))
            let back = wentBack.withLock { $0 }
            try await sim.expect("\(back)") { back.isEmpty }
            let state = await core.state
            for id in 0..<2 { try await sim.expect { state.posts[id] == server[id] } }
            for watch in watches { watch.cancel() }
        }
    }
}
