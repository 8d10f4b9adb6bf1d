import Foundation
import PlantedApps
import Reactor
import ReactorRecording
import Testing

@testable import ReactorTools

/// Orders that end the program, or hang, folded by a worker.
@Suite("Near misses that stop the program")
struct NearMissStopTests {
    private let folder: Sessions<Board>

    init() throws { folder = try Sessions(Board.self, count: 1, entries: 1) }

    @discardableResult
    private func write(_ name: String, _ answers: [any Event]) throws -> String {
        let path = "\(folder.path)/\(name).jsonl"
        try Board.session(answers, id: name).write(to: path)
        return path
    }

    /// What the tool said without the entries of each finding.
    private func lines(_ output: String) -> [String] {
        output.split(separator: "\n").map(String.init).filter { !$0.contains("2023-") }
    }

    @Test("An order that ends the program is found with its signal, and the other orders are searched")
    func oneOfThree() throws {
        let path = try write("a", [PictureCame(1), PostCame(1), PostCame(2), PictureCame(2)])
        let run = try folder.ended(1, ["near-misses", path, "--tests", folder.path, "--module", "PlantedApps"]) { _ in }
        #expect(run.code == 1, "\(run)")
        let said = lines(run.output)
        try #require(said.count == 5, "\(run)")
        #expect(said[0].hasPrefix("\(path): 'pictures are sorted' is broken when #4 picture.came"), "\(said)")
        #expect(said[2].hasPrefix("\(path): signal "))
        #expect(
            said[2].hasSuffix(
                " in react(to:) of post.came when #3 post.came of Load 3 comes before #2 post.came of Load 2"),
            "\(said)")
        #expect(said[3] == "  the test: \(folder.path)/NearMiss2.swift")
        #expect(said[4] == "2 findings in 7 other orders of 1 session")
        let tests = try (1...2).map {
            try String(contentsOfFile: "\(folder.path)/NearMiss\($0).swift", encoding: .utf8)
        }
        #expect(tests[0].contains("#expect(invariant.holds(replay.state)"))
        #expect(tests[1].hasPrefix("// 4 entries became 2; the last"))
        #expect(tests[1].contains("await #expect(processExitsWith: .success)"))
        let second = "RecordedEvent(\"post.came\", #\"{\"number\":2}\"#),\n"
        let first = "RecordedEvent(\"post.came\", #\"{\"number\":1}\"#),\n"
        let ends = try [second, first].map { try #require(tests[1].range(of: $0)).upperBound }
        #expect(ends[0] < ends[1])
        #expect(tests[1].contains("@Test(\"post.came is applied and the program goes on\")"))
    }

    @Test("Without the bug the same session has the orders that break an invariant alone")
    func withoutBug() throws {
        let path = try write("a", [PictureCame(1), PostCame(1), PostCame(2), PictureCame(2)])
        let run = try folder.ended(0, ["near-misses", path])
        #expect(lines(run.output).last == "1 finding in 9 other orders of 1 session", "\(run)")
    }

    @Test("Several orders that end the program in several ways are all found, in a fleet, and each is another finding")
    func several() throws {
        let first = try write("a", [PostCame(1), PictureCame(1), PostCame(2), PictureCame(2)])
        let second = try write("b", [PostCame(3), PostCame(4)])
        try write("c", [PostCame(5)])
        let run = try folder.ended(1, ["--also", "2", "near-misses", folder.path]) { _ in }
        #expect(run.code == 1)
        let said = lines(run.output)
        try #require(said.count == 5, "\(run)")
        #expect(said[0].hasPrefix("\(first): signal "))
        #expect(said[0].contains("of picture.came when #2 picture.came of Load 2 comes before #1 post.came"), "\(said)")
        #expect(said[1].hasPrefix("\(first): 'pictures are sorted' is broken"), "\(said)")
        #expect(said[2].contains("of post.came when #3 post.came of Load 3 comes before #1 post.came"), "\(said)")
        #expect(said[3].hasPrefix("\(second): signal "), "\(said)")
        #expect(said[4].hasSuffix(" of 4 sessions"), "\(said)")
    }

    @Test("A session that ends the program as it was recorded is searched up to there, said, and no pass")
    func asRecorded() throws {
        let path = try write("a", [PictureCame(1), PictureCame(2), PostCame(9), PictureCame(3)])
        let other = try write("b", [PictureCame(4), PictureCame(5)])
        let run = try folder.ended(3, ["near-misses", path, other]) { _ in }
        #expect(run.code == 1)
        #expect(run.errors.contains("note: \(path) ends the program as it was recorded: signal "), "\(run)")
        #expect(run.errors.contains(" in react(to:) of post.came, #3; what is before it was searched"), "\(run)")
        let said = lines(run.output)
        try #require(said.count == 3, "\(run)")
        #expect(said[0].hasPrefix("\(path): 'pictures are sorted' is broken when #2 picture.came"))
        #expect(said[1].hasPrefix("\(other): 'pictures are sorted' is broken when #2 picture.came"))
        #expect(said[2] == "2 findings in 2 other orders of 2 sessions")
        // The first of all is before every order.
        let alone = try folder.ended(3, ["near-misses", try write("c", [PostCame(9), PostCame(10)])])
        #expect(alone.code == 1 && alone.output == "0 findings in 0 other orders of 1 session\n")
    }

    @Test("An invariant that ends the program is broken by the order that it was asked of, and as recorded is left out")
    func invariant() throws {
        let path = try write("a", [PostCame(1), PictureCame(100), PictureCame(101)])
        let run = try folder.ended(
            0, ["near-misses", path, "--tests", folder.path, "--module", "PlantedApps"]
        ) { _ in }
        #expect(run.code == 1)
        let name = "'a hundredth picture has its post'"
        #expect(run.errors.contains("breaks \(name) as it was recorded"), "\(run)")
        #expect(lines(run.output)[0].contains("'pictures are sorted' is broken"), "\(run)")
        let good = try write("b", [PostCame(1), PictureCame(100)])
        let other = try folder.ended(
            0, ["near-misses", good, "--tests", folder.path, "--module", "PlantedApps"]
        ) { _ in }
        #expect(
            lines(other.output)[0]
                == "\(good): \(name) is broken when #2 picture.came of Load 2 comes before #1 post.came of Load 1",
            "\(other)")
        let test = try String(contentsOfFile: "\(folder.path)/NearMiss1.swift", encoding: .utf8)
        #expect(test.hasPrefix("// 2 entries became 1;"), "\(test)")
        #expect(test.contains("invariant.holds(replay.state)"))
    }

    @Test("An order in which react(to:) does not return is found, and its test ends by itself")
    func hang() throws {
        let path = try write("a", [PostCame(1), PostCame(2), PictureCame(2), PictureCame(1)])
        let words = ["near-misses", path, "--limit", "1", "--tests", folder.path, "--module", "PlantedApps"]
        let run = try folder.ended(-1, words)
        #expect(run.code == 1)
        #expect(lines(run.output)[0].contains("react(to:) of post.came does not return when #2 post.came"), "\(run)")
        #expect(try String(contentsOfFile: "\(folder.path)/NearMiss1.swift", encoding: .utf8).contains("alarm(10)"))
    }

    @Test("Ctrl-C while a worker is at work ends it with 130, and what was found until then is said")
    func interrupted() throws {
        // The first is said to break an invariant as soon as it was searched; the second hangs for as long as it may.
        let first = try write("a", [PostCame(1), PictureCame(2), PictureCame(1)])
        let second = try write("b", [PostCame(1), PostCame(2)])
        let words = ["--also", "2", "near-misses", first, second, "--limit", "86400"]
        let run = try folder.ended(-1, words) { $0.interrupt() }
        #expect(run.code == 130)
        #expect(lines(run.output).first?.hasPrefix("\(first): signal ") == true, "\(run)")
        #expect(lines(run.output).last?.hasSuffix(", interrupted") == true, "\(run)")
    }

    @Test("Whoever cancels a search has what it found in the session until then")
    func cancelled() async throws {
        let draft = try Board.session([PictureCame(1), PictureCame(2), PostCame(1), PostCame(2)])
        let command = folder.command(-1)
        let report = try await Task {
            let worker = try WorkerFolds(
                command, invariants: Board.ownInvariants.map(\.name), notes: Sessions<Board>.notes,
                limit: .seconds(86_400))
            var search = try NearMisses(in: draft, catalog: Board.catalog, by: worker)
            #expect(throws: CancellationError.self) {
                // The exchange of the posts hangs.
                try search.run { done, _ in if done == 2 { withUnsafeCurrentTask { $0?.cancel() } } }
            }
            return search.report
        }.value
        #expect(report.found.map(\.kind) == [.broken("pictures are sorted")])
    }

    @Test("A worker finds what a search in the process finds, in every session that stops nothing")
    func same() throws {
        let worker = try WorkerFolds(
            folder.command(0), invariants: Board.ownInvariants.map(\.name), notes: Sessions<Board>.notes,
            limit: .seconds(30))
        for seed in 1...6 as ClosedRange<UInt64> {
            let draft = try Board.session(seed: seed, count: 24)
            for (reach, others) in [(16, true), (2, false), (Int.max, true)] {
                var (here, there) = (
                    try NearMisses(in: draft, catalog: Board.catalog, invariants: Board.ownInvariants),
                    try NearMisses(in: draft, catalog: Board.catalog, by: worker)
                )
                (here.reach, here.passesOthers, there.reach, there.passesOthers) = (reach, others, reach, others)
                let (mine, its) = (try here.run(), try there.run())
                #expect(mine.orders == its.orders && mine.orders > 0)
                #expect(mine.found.map(\.text) == its.found.map(\.text))
                #expect(mine.found.map(\.times) == its.found.map(\.times))
                #expect(mine.found.map(\.draft) == its.found.map(\.draft))
            }
        }
    }

    @Test("What the program does that is started as a worker and is none is said, with what it is")
    func noWorker() throws {
        let worker = try WorkerFolds(
            WorkerCommand("/bin/false"), invariants: [], notes: Sessions<Board>.notes, limit: .seconds(30))
        #expect(throws: MinimiseError.worker(program: "The worker", reason: "It ended with the code 1.")) {
            try NearMisses(in: try Board.session([PostCame(1)]), catalog: Board.catalog, by: worker)
        }
    }
}
