import Foundation
import Reactor
import ReactorServices
import ReactorTerminal
import ReactorTestSupport
import ReactorTesting
import ReactorTools
import Testing

@testable import ExampleFeed

@Suite("feed")
struct ProgramTests {
    /// The exit code of the program, and its output.
    private struct Ended {
        let code: ExitCode
        let output: String
        let errors: String
    }

    private func run(
        _ words: String...,
        network: InMemoryNetworkAdapter = InMemoryNetworkAdapter { request, _ in
            .empty(404, for: request)
        }, screen: Screen = .none, interrupt: Interrupt = Interrupt()
    ) async -> Ended {
        let (output, errors) = (MemorySink(), MemorySink())
        let code = await FeedProgram.makeProgram { network }.run(
            words, output: Output(to: output, screen: screen, capacity: 1 << 16),
            errors: Output(to: errors, screen: .none, capacity: 0), interrupt: interrupt)
        return Ended(code: code, output: output.text, errors: errors.text)
    }

    // MARK: The story

    @Test("The story shows each feature of a query, and is the same for the same seed")
    func story() async {
        let first = await run()
        #expect(first.code == .ok && first.errors == "")
        for text in [
            "both share one read", "✓ the list: 3 posts on 1 page", "✓ the list: 6 posts on 2 pages",
            "✓ the list: 7 posts on 3 pages",
            "~ 2 \"A bicycle for the rain\"",
            "~ 1 \"Bread, after all\"", "~ 6 \"\", 1 like", "~ 6 \"Letters from an island\", 1 like",
            "How to dull a knife", "no connection", "✓ post 5", "the posts of the server",
        ] { #expect(first.output.contains(text), "\(text)") }
        #expect(await run("story", "--seed", "1").output == first.output)
        let other = await run("--seed", "2")
        #expect(other.code == .ok && other.output != first.output)
    }

    @Test("Whatever the network does, the final list is that of the server", arguments: [0, 25, 60, 90])
    func seeds(failures: Int) async {
        for seed in 1...Loops.rounds(of: 15) {
            let ended = await run("--seed", "\(seed)", "--failures", "\(failures)")
            #expect(ended.code == .ok, "seed \(seed): \(ended.errors)")
        }
    }

    @Test("The two screens share one read, and so do two that scroll to the next page")
    func shared() async {
        let story = await run("--failures", "0").output.split(separator: "\n")
        let reads = story.prefix { !$0.contains("A like on each page") }.filter { $0.contains("is being read") }
        #expect(reads.count == 2)
    }

    @Test("A like on the second page shows immediately, and no refresh reverts it")
    func likedOnTheSecondPage() async throws {
        for seed in 1...Loops.rounds(of: 15) {
            let story = await run("--seed", "\(seed)", "--failures", "0").output.split(separator: "\n").map(String.init)
            let refresh = try #require(story.firstIndex { $0.contains("pulls to refresh") })
            let shown = story[refresh...].filter { $0.contains("~ 5 ") }
            #expect(shown.count == 1 && shown.first?.contains("4 likes") == true, "seed \(seed): \(shown)")
            #expect(story.last { $0.contains(" 5 \"The piano") }?.contains("4 likes") == true)
        }
    }

    @Test("A post that moves from the first page to the last is not shown twice")
    func moved() async throws {
        let story = await run("--failures", "0").output.split(separator: "\n").map(String.init)
        let scroll = try #require(story.firstIndex { $0.contains("moves post 2") })
        let chapter = story[(scroll + 1)...].prefix { $0.hasPrefix(" ") || !$0.contains("no connection") }
        #expect(chapter.filter { $0.contains("+ ") }.count == 1)
        #expect(chapter.contains { $0.contains("✓ the list: 7 posts on 3 pages") })
        #expect(story.filter { $0.contains("  2 \"A bicycle") }.count == 1)
        // In the end its position is that of the server.
        let last = story.filter { $0.contains(" likes") || $0.contains(" like") }.last
        #expect(last?.contains("  2 \"A bicycle") == true, "\(last ?? "")")
    }

    @Test("With --json each line is an object, with its time")
    func json() async throws {
        let lines = try await run("--json").output.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
        #expect(lines.first?["kind"] == "chapter")
        #expect(!lines.contains { $0["milliseconds"]?.int == nil })
        let kinds = Set(lines.compactMap { $0["kind"]?.string })
        #expect(kinds == ["chapter", "read", "network", "changed", "post"])
    }

    @Test("In a window no line is wider than it, and there is color only if it is requested", arguments: [40, 80])
    func narrow(width: Int) async {
        let plain = await run(screen: Screen(isTerminal: true, width: width, hasColour: false)).output
        #expect(plain.split(separator: "\n").allSatisfy { $0.count <= width })
        #expect(!plain.contains("\u{1B}"))
        #expect(await run(screen: Screen(isTerminal: true, width: width, hasColour: true)).output.contains("\u{1B}[1m"))
    }

    @Test(
        "Invalid arguments are reported before anything is done",
        arguments: [
            ["--failures", "91"], ["--seed", "x"], ["list"], ["list", "--server", "posts"],
            ["like", "one", "--server", "https://posts.test"],
            ["list", "--server", "https://posts.test", "--pages", "0"],
        ])
    func usage(words: [String]) async {
        let (output, errors) = (MemorySink(), MemorySink())
        let code = await FeedProgram.program.run(
            words, output: Output(to: output, screen: .none, capacity: 0),
            errors: Output(to: errors, screen: .none, capacity: 0))
        #expect(code == .usage)
        #expect(output.text == "" && errors.text.hasPrefix("feed: error: "))
    }

    // MARK: The recording

    @Test("A recorded story is replayed to the same end, names its reads as lanes, and is not replaced")
    func recorded() async throws {
        let folder = try ScratchFolder()
        let path = "\(folder.path)/story"
        let story = await run("--record", path)
        #expect(story.code == .ok, "\(story.errors)")
        #expect(story.output.contains("feed journal inspect"))
        let verified = await run("journal", "check", path)
        #expect(verified.code == .ok, "\(verified.errors)")
        let inspected = await run("journal", "inspect", path, "-o", "\(folder.path)/feed.html")
        #expect(inspected.code == .ok, "\(inspected.errors)")
        let page = try String(contentsOfFile: "\(folder.path)/feed.html", encoding: .utf8)
        for text in [
            "\"list all\"", "\"post 5\"", "missing", "one more page", "invalidated by post 2", "overlapped by a change",
            "refresh",
        ] {
            let isThere = page.contains(text)
            #expect(isThere, "\(text)")
        }
        let again = await run("--record", path)
        #expect(again.code == .failed && again.errors.contains("contains a recording"))
        let nowhere = await run("--record", "\(path)/segment-000001.jsonl/nowhere")
        #expect(nowhere.code == .failed && nowhere.output == "")
        #expect(nowhere.errors.hasPrefix("feed: error: the story could not be recorded in "), "\(nowhere.errors)")
        #expect(!nowhere.errors.contains("SIM_SEED"))
    }

    // MARK: A real server

    /// A server that has seven posts and does a change with a key once.
    private func server(_ failing: Set<String> = []) -> InMemoryNetworkAdapter {
        let posts = Guarded(FakePosts.posts)
        let done = Guarded<Set<String>>([])
        return InMemoryNetworkAdapter { request, body in
            let words = request.path.split(separator: "/").map(String.init)
            if failing.contains(request.path) { return .json(503, ["message": "too busy"], for: request) }
            if words == ["posts"] {
                let after = request.query["after"].flatMap { Int($0) } ?? 0
                let page = posts.withLock { $0.filter { $0.id > after }.prefix(3) }
                var answer = JSON.Object()
                answer["posts"] = try JSON(encoding: Array(page))
                if let last = page.last, last.id < 7 { answer["next"] = JSON(last.id) }
                return .json(200, .object(answer), for: request)
            }
            guard words.first == "posts", let id = Int(words[1]), (1...7).contains(id) else {
                return .json(404, ["message": "no such post"], for: request)
            }
            if request.method == .put, done.withLock({ $0.insert(request.headers["Idempotency-Key"] ?? "").inserted }) {
                posts.withLock { posts in
                    if words[2] == "like" { posts[id - 1].likes += 1 }
                    if words[2] == "title" {
                        posts[id - 1].title = (try? JSON(parsing: Array(body)))?["title"]?.string ?? ""
                    }
                }
            }
            return .json(200, try JSON(encoding: posts.withLock { $0[id - 1] }), for: request)
        }
    }

    @Test("The posts of a server are read in pages, as many as requested, and no page twice")
    func list() async {
        let network = server()
        let two = await run("list", "--server", "https://posts.test", "--pages", "2", network: network)
        #expect(two.code == .ok, "\(two.errors)")
        #expect(two.output.split(separator: "\n").count == 6)
        #expect(two.output.hasPrefix("1 \"Bread without kneading\", 1 like\n"))
        #expect(network.arrivals.count == 2)
        let all = await run("list", "--server", "https://posts.test", "--pages", "9", "--json", network: network)
        #expect(all.output.split(separator: "\n").count == 7)
        #expect(network.arrivals.count == 5)
    }

    @Test("A page that a server does not return ends with a message that names it, and no partial list is printed")
    func missingPage() async {
        let pages = server()
        let network = InMemoryNetworkAdapter { request, _ in
            if request.query["after"] != nil { return .json(404, ["message": "no such page"], for: request) }
            return try await pages.send(request)
        }
        let ended = await run("list", "--server", "https://posts.test", "--pages", "2", network: network)
        #expect(ended.code == .failed && ended.output == "")
        #expect(
            ended.errors.contains("GET /posts?after=… did not find the entity (404): no such page"), "\(ended.errors)")
    }

    @Test("Ctrl-C while a server does not respond to the second page ends with 130, without a message")
    func interruptedOnTheSecondPage() async {
        let silence = Gate<Void>(heedsCancellation: true)
        let network = InMemoryNetworkAdapter { request, _ in
            if request.query["after"] != nil { try await silence.pass() }
            return .json(200, ["posts": [], "next": 3], for: request)
        }
        let interrupt = Interrupt()
        async let ended = run(
            "list", "--server", "https://posts.test", "--pages", "2", network: network, interrupt: interrupt)
        await silence.arrived()
        interrupt.raise()
        let (code, output, errors) = await (ended.code, ended.output, ended.errors)
        #expect(code == .interrupted)
        #expect(output == "" && errors == "")
    }

    @Test("A like and a rename are done at the server, and the server's post is printed")
    func changes() async {
        let network = server()
        #expect(
            await run("like", "1", "--server", "https://posts.test", network: network).output
                == "1 \"Bread without kneading\", 2 likes\n")
        #expect(
            await run("rename", "1", "Cake", "--server", "https://posts.test", network: network).output
                == "1 \"Cake\", 2 likes\n")
    }

    @Test("A missing post, and a server that does not respond, give a message and the exit status 1")
    func failures() async {
        let network = server(["/posts/3/like"])
        let missing = await run("like", "9", "--server", "https://posts.test", network: network)
        #expect(missing.code == .failed)
        #expect(
            missing.errors.contains("GET /posts/9 did not find the entity (404): no such post"), "\(missing.errors)")
        #expect(missing.output == "")
    }

    @Test("Ctrl-C while a server does not respond ends with 130, without a message")
    func interrupted() async {
        let silence = Gate<Void>(heedsCancellation: true)
        let network = InMemoryNetworkAdapter { request, _ in
            try await silence.pass()
            return .empty(200, for: request)
        }
        let interrupt = Interrupt()
        async let ended = run("list", "--server", "https://posts.test", network: network, interrupt: interrupt)
        await silence.arrived()
        interrupt.raise()
        let (code, output, errors) = await (ended.code, ended.output, ended.errors)
        #expect(code == .interrupted)
        #expect(output == "" && errors == "")
    }
}
