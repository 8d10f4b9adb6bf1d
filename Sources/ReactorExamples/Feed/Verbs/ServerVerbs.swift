import Reactor
import ReactorJSON
import ReactorQueries
import ReactorServices
import ReactorTerminal

/// The subcommands `feed list`, `feed like` and `feed rename`, for the posts of a real server.
enum ServerVerbs {
    static let server = Option.value("server", "URL", "the address of the posts, such as https://posts.example")
    static let pages = Option.value("pages", "N", "the number of pages (default: 1)")
    static let json = Option.flag("json", "print one JSON object per line")
    static let post = Positional("ID", "the number of a post")
    static let title = Positional("TITLE", "what it is to be called")

    static func verbs(_ network: @escaping @Sendable () -> any NetworkAdapter) -> [Verb] {
        [
            Verb(
                "list", "list the posts of a server, page by page",
                discussion: """
                    GET URL/posts returns {"posts": [{"id", "title", "likes", "version"}], "next": 3}, the next page is
                    GET URL/posts?after=3, and the last page has no "next". GET URL/posts/7 returns one post.
                    """,
                options: [server, pages, json]
            ) { console in
                let count = try console.arguments.number(pages) ?? 1
                try await opened(console, network) { core in
                    let watch = core.watch(Feed.list, Feed.all)
                    var list = try await core.fetch(Feed.list, Feed.all)
                    while list.pages < count, list.next != nil {
                        core.loadMore(Feed.list, Feed.all)
                        list = try await core.fetch(Feed.list, Feed.all)
                    }
                    watch.cancel()
                    for post in list.items { try show(post, console) }
                }
            },
            Verb(
                "like", "like a post",
                discussion: "The request is PUT URL/posts/ID/like, with an Idempotency-Key.",
                positionals: [post], options: [server, json]
            ) { console in
                let id = try number(console)
                try await change(console, network, id) { LikePost(id: id, key: $0) }
            },
            Verb(
                "rename", "change the title of a post",
                discussion: "The request is PUT URL/posts/ID/title, with an Idempotency-Key.",
                positionals: [post, title], options: [server, json]
            ) { console in
                let (id, title) = (try number(console), try console.arguments.value(of: title))
                try await change(console, network, id) { RenamePost(id: id, title: title, key: $0) }
            },
        ]
    }

    private static func change(
        _ console: Console, _ network: () -> any NetworkAdapter, _ id: Int,
        _ command: @Sendable (_ key: String) -> some Command<Feed>
    ) async throws {
        try await opened(console, network) { core in
            _ = try await core.fetch(Feed.post, id)
            let key = "\(core.runtime.random())-\(core.runtime.random())"
            if case .failed(let error) = await core.fire(command: command(key)).outcome { throw error }
            try show(try await core.fetch(Feed.post, id), console)
        }
    }

    /// Runs a closure with a core for the posts of the given server, and closes the core afterwards.
    private static func opened(
        _ console: Console, _ network: () -> any NetworkAdapter, _ body: (Core<Feed>) async throws -> Void
    ) async throws {
        guard let address = console.arguments[server] else { throw FeedError.noServer }
        let base: BaseURL
        do { base = try BaseURL(address) } catch {
            throw UsageError.invalidValue(
                address, of: server.name, expected: "an address such as https://posts.example")
        }
        let posts = RemotePosts(gateway: JsonGateway(baseURL: base, network: network()))
        let core = Core(state: Feed(), dependencies: Dependencies { $0.posts = posts })
        do {
            try await body(core)
        } catch {
            await core.close()
            if error is any ProgramError || error is CancellationError || error is BrokenPipe { throw error }
            throw FeedError.unreadable("\(error)")
        }
        await core.close()
    }

    private static func show(_ post: Post, _ console: Console) throws {
        let line =
            console.arguments.has(json) ? try JSON(encoding: post).canonical : console.output.screen.shown("\(post)")
        try console.output.line(line)
    }

    private static func number(_ console: Console) throws -> Int {
        let text = try console.arguments.value(of: post)
        guard let number = Int(text) else {
            throw UsageError.invalidValue(text, of: post.name, expected: "the number of a post")
        }
        return number
    }
}
