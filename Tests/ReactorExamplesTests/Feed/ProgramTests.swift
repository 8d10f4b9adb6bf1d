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

    @Test("In a window no line is wider than it, and there is color only if it is requested", arguments: [40, 80])
    func narrow(width: Int) async {
        let plain = await run(screen: Screen(isTerminal: true, width: width, hasColour: false)).output
        #expect(plain.split(separator: "\n").allSatisfy { $0.count <= width })
        #expect(!plain.contains("\u{1B}"))
        #expect(await run(screen: Screen(isTerminal: true, width: width, hasColour: true)).output.contains("\u{1B}[1m"))
    }

    // MARK: The recording

    @Test("The page of a recorded story names its reads as lanes, and a story that cannot be recorded is not told")
    func recorded() async throws {
        let folder = try ScratchFolder()
        let path = "\(folder.path)/story"
        let story = await run("--record", path)
        #expect(story.code == .ok, "\(story.errors)")
        #expect(story.output.contains("feed journal inspect"))
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
        let nowhere = await run("--record", "\(path)/segment-000001.jsonl/nowhere")
        #expect(nowhere.code == .failed && nowhere.output == "")
        #expect(nowhere.errors.hasPrefix("feed: error: the story could not be recorded in "), "\(nowhere.errors)")
        #expect(!nowhere.errors.contains("SIM_SEED"))
    }

    @Test("A page that a server does not return ends with a message that names it, and no partial list is printed")
    func missingPage() async {
        let network = InMemoryNetworkAdapter { request, _ in
            if request.query["after"] != nil { return .json(404, ["message": "no such page"], for: request) }
            return .json(200, ["posts": [], "next": 3], for: request)
        }
        let ended = await run("list", "--server", "https://posts.test", "--pages", "2", network: network)
        #expect(ended.code == .failed && ended.output == "")
        #expect(
            ended.errors.contains("GET /posts?after=… did not find the entity (404): no such page"), "\(ended.errors)")
    }

    @Test("Ctrl-C while a server does not respond to the second page ends with 130, without a message")
    func interruptedOnTheSecondPage() async {
        let silence = TestGate<Void>(heedsCancellation: true)
        let network = InMemoryNetworkAdapter { request, _ in
            if request.query["after"] != nil { try await silence.wait() }
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
}
