import Reactor
import ReactorQueries
import ReactorRecording
import ReactorTesting

/// The story of a phone, and of a server that is slow, refuses requests, and loses requests and responses. It is played
/// in a simulation: time passes immediately, and the seed determines the behavior of the network.
struct Story: Sendable {
    let simulation: Simulation
    let core: Core<Feed>
    let server: FakeServer<Post>
    let pages: Pages

    /// Plays the story of a seed.
    ///
    /// - Parameters:
    ///   - folder: The folder of a recording, if there is to be one.
    ///   - failures: The percentage of requests that fail.
    /// - Returns: The lines of the story, in order.
    /// - Throws: ``FeedError/differs`` if the final posts differ from those of the server;
    ///   ``FeedError/notRecorded(_:_:)``; `SimulationFailure`.
    static func play(seed: UInt64, failures: Int, recording folder: String?) async throws -> [StoryLine] {
        let pages = Pages()
        let unopened = Guarded<FeedError?>(nil)
        // Without random delays, so that the story is that of an idle machine.
        let options = SimulationOptions(slowness: 0, runsTwice: false, shrinkingRuns: 0)
        let story: @Sendable (Simulation) async throws -> Void = { simulation in
            pages.begin(clock: simulation.clock)
            let third = failures / 3
            let faults = NetworkFaults(
                refused: failures - 2 * third, lostRequests: third, lostAnswers: third, slow: 20,
                latency: .milliseconds(20) ... .milliseconds(200), timeout: .seconds(2))
            let server = FakeServer(simulation, FakePosts.posts, faults: faults) { $0.version = $1 }
            let opened: (core: Core<Feed>, close: @Sendable () async throws -> Void)
            do { opened = try await open(folder, server, pages, simulation) } catch {
                unopened.withLock { $0 = .notRecorded(folder ?? "", "\(error)") }
                throw error
            }
            let narrator = Narrator(pages)
            opened.core.add(subscriber: narrator, delivery: .every)
            do {
                try await Story(simulation: simulation, core: opened.core, server: server, pages: pages).tell()
            } catch {
                try? await opened.close()
                throw error
            }
            try await opened.close()
        }
        do { try await Simulation.check(seeds: [seed], options: options, story) } catch {
            throw unopened.withLock { $0 } ?? error
        }
        return pages.lines
    }

    private static func open(
        _ folder: String?, _ server: FakeServer<Post>, _ pages: Pages, _ simulation: Simulation
    ) async throws -> (core: Core<Feed>, close: @Sendable () async throws -> Void) {
        let dependencies = Dependencies {
            $0.posts = FakePosts(server: server) { pages.say(.network, $0) }
        }
        let runtime = simulation.runtime("phone")
        guard let folder else {
            let core = Core(state: Feed(), dependencies: dependencies, runtime: runtime)
            return (core, { await core.close() })
        }
        // The journal has the time of the story, and a real disk.
        var configuration = simulation.journal(Feed.app, on: SimulatedDisk(), durability: .process)
        configuration.fileSystem = JournalConfiguration(app: Feed.app).fileSystem
        let opened = try await Core.open(
            journal: folder, initial: Feed(), catalog: Feed.catalog, configuration: configuration,
            dependencies: dependencies, runtime: runtime)
        simulation.watch(opened.core, "phone")
        return (opened.core, { try await opened.close() })
    }

    // MARK: The chapters

    private func tell() async throws {
        var watches: [Subscription] = []
        await chapter("A screen opens that shows a server's posts. A second one opens: both share one read.") {
            watches.append(core.watch(Feed.list, Feed.all))
            watches.append(core.watch(Feed.list, Feed.all))
        }
        await readUntilThere(pages: 1)
        await chapter("Both screens scroll to the end, which asks for the next page: once.") {
            core.loadMore(Feed.list, Feed.all)
            core.loadMore(Feed.list, Feed.all)
        }
        await readUntilThere(pages: 2)
        await chapter(
            "A like on each page, without waiting. It is shown immediately, and the server confirms or refuses it."
        ) {
            like(2)
            like(4)
        }
        try await chapter(
            "Somebody pulls to refresh, which reads both pages. Before the answers are there, post 1 is renamed and post 5, on "
                + "the second page, is liked: what is older stays away."
        ) {
            simulation.start("pulls") { await core.refresh(Feed.list, Feed.all) }
            try await simulation.sleep(for: .milliseconds(1))
            core.fire(command: RenamePost(id: 1, title: "Bread, after all", key: "rename 1"))
            like(5)
        }
        await chapter("A title that the server refuses is shown immediately, and rolled back.") {
            core.fire(command: RenamePost(id: 6, title: "", key: "rename 6"))
        }
        await chapter(
            "Another device renames a post and likes one, and a push reports it. The watched posts are read again."
        ) {
            server[3]?.title = "How to dull a knife"
            server[2]?.likes += 10
            core.invalidate(QueryTag("post", 3), QueryTag("post", 2))
        }
        await readUntilThere(pages: 2)
        await chapter(
            "Another device moves post 2 to the end of all. Somebody scrolls there: the last page brings it again, and it is "
                + "shown once."
        ) {
            let post = server[2]
            server[2] = nil
            server[2] = post
            core.loadMore(Feed.list, Feed.all)
        }
        await readUntilThere(pages: 3)
        await chapter("There is no connection. A post is opened, which waits and is no failure.") {
            core.setOnline(false)
            watches.append(core.watch(Feed.post, 5))
        }
        await chapter("The connection is back: what waited is read.") { core.setOnline(true) }
        try await conclude()
        for watch in watches { watch.cancel() }
    }

    private func like(_ id: Int) {
        let times = pages.likes(id)
        core.fire(command: LikePost(id: id, key: "like \(id) #\(times)"))
    }

    /// Prints a heading, runs the chapter, and waits until all its work is done.
    private func chapter(_ text: String, _ body: () async throws -> Void) async rethrows {
        pages.say(.chapter, text)
        try await body()
        await rest()
    }

    /// Waits until all work is done. Values without an observer remain cached.
    private func rest() async {
        await core.idle()
        await core.settled()
    }

    /// Repeats a failed read, like a user in front of the screen.
    private func readUntilThere(pages count: Int) async {
        for _ in 0..<5 {
            let entry = await core.read { $0.lists.entries[id: Feed.all] }
            guard entry?.failure != nil else { return }
            pages.say(.person, "tries again")
            if let list = entry?.value, list.pages < count {
                core.loadMore(Feed.list, Feed.all)
            } else {
                await core.refresh(Feed.list, Feed.all)
            }
            await rest()
        }
    }

    private func conclude() async throws {
        pages.say(
            .chapter, "The network recovers, and all pages are read again. The screen shows the posts of the server:")
        simulation.endFaults()
        core.invalidate("list", "post")
        await rest()
        // After too many failures, the last pages are missing.
        while await core.read({ $0.list?.next }) != nil {
            core.loadMore(Feed.list, Feed.all)
            await rest()
        }
        let shown = await core.read { Array($0.list?.items ?? []) }
        for post in shown { pages.say(.post, "\(post)") }
        let opened = await core.read { $0.posts[5] }
        guard shown == server.rows, opened == server[5] else { throw FeedError.differs }
    }
}
