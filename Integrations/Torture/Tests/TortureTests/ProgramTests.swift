import Foundation
import ReactorRecording
import Synchronization
import Testing
import Torture

@testable import TortureProgram

/// The program as a user types it.
@Suite("The torture program")
struct ProgramTests {
    private func run(_ arguments: String...) async -> (code: Int32, output: String, errors: String) {
        await run(arguments)
    }

    private func run(_ arguments: [String]) async -> (code: Int32, output: String, errors: String) {
        let output = Mutex("")
        let errors = Mutex("")
        let code = await TortureProgram.run(
            arguments, output: { text in output.withLock { $0 += text } },
            errors: { text in errors.withLock { $0 += text } })
        return (code, output.withLock { $0 }, errors.withLock { $0 })
    }

    private func file(_ text: String) throws -> String {
        let path = NSTemporaryDirectory() + UUID().uuidString + ".jsonl"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test("The scores do not depend on the number of histories that are played at the same time")
    func parallelism() async throws {
        let marked = try #require(Contestant.all.first { $0.name == "marked" })
        let one = try await Tournament(levels: [.pushes, .restarts], seeds: 0..<250, lanes: 1).scores(marked.client)
        let three = try await Tournament(levels: [.pushes, .restarts], seeds: 0..<250, lanes: 3).scores(marked.client)
        #expect(one == three)
        #expect(one.map(\.played) == [250, 250])
    }

    @Test("The exit code is 1 if a recipe that was named breaks a rule")
    func namedRecipe() async {
        let (code, output, errors) = await run("--recipe", "marked", "--level", "3", "--seeds", "200", "--first", "0")
        #expect(code == 1)
        #expect(errors == "")
        #expect(output.contains("marked breaks R"))
        #expect(output.contains("The history, for 'torture play FILE':"))
    }

    @Test("Clients that are expected to break rules do not make the run fail")
    func expectedFailures() async {
        let (code, output, _) = await run("--level", "1", "--seeds", "20")
        #expect(code == 0)
        #expect(output.contains("snapshot breaks R1: a pending change is not shown"))
    }

    @Test("The history that is printed can be played")
    func printedHistory() async throws {
        let (_, output, _) = await run("--recipe", "inverse", "--level", "1", "--seeds", "20")
        let lines = output.split(separator: "\n").filter { $0.hasPrefix("  {") }
        let path = try file(lines.joined(separator: "\n"))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let played = await run("play", path, "--recipe", "inverse")
        #expect(played.code == 1)
        #expect(played.output.hasPrefix("inverse breaks R1 in \(path): a pending change is not shown"))
        let sound = await run("play", path, "--recipe", "reference")
        #expect(sound.code == 0)
        #expect(sound.output.hasPrefix("reference breaks no rule in \(path)."))
    }

    @Test("A stored history is printed and played by its name")
    func storedHistory() async throws {
        let (code, output, _) = await run("history", "counter-refresh")
        #expect(code == 0)
        #expect(try History(text: output) == History(kept: "counter-refresh"))
        #expect(await run("history", "--kept").output.split(separator: "\n").map(String.init) == History.keptNames)
        let sound = await run("play", "counter-refresh", "--recipe", "versioned", "--recipe", "between")
        #expect(sound.code == 0)
        #expect(sound.output.hasPrefix("versioned breaks no rule in counter-refresh."))
        let marked = await run("play", "counter-refresh", "--recipe", "marked")
        #expect(marked.code == 1)
        #expect(marked.output.hasPrefix("marked breaks R3 in counter-refresh"))
        #expect(await run("history", "counter").code == 2)
        #expect(await run("history", "counter-refresh", "--seed", "3").code == 2)
    }

    @Test("A single seed is played step by step")
    func singleSeed() async {
        let (code, output, _) = await run("--recipe", "reference", "--level", "1", "--seed", "7")
        #expect(code == 0)
        #expect(output.hasPrefix("reference breaks no rule in level 1, seed 7."))
        #expect(
            output.contains(
                "   3  the user: a1 is deleted (m1)\n          shows a2=200 at 2, a3=300 at 3\n          sends m1"))
    }

    @Test("The JSON output is one object for other programs")
    func jsonOutput() async throws {
        let (code, output, _) = await run("--recipe", "snapshot", "--level", "1", "--seeds", "50", "--json")
        #expect(code == 1)
        let whole = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
        let client = try #require((whole["clients"] as? [[String: Any]])?.first)
        #expect(client["client"] as? String == "snapshot")
        let level = try #require((client["levels"] as? [[String: Any]])?.first)
        #expect(level["played"] as? Int == 50)
        let shortest = try #require((client["shortest"] as? [[String: Any]])?.first)
        let history = try History(text: #require(shortest["history"] as? String))
        let snapshot = try #require(Contestant.all.first { $0.name == "snapshot" })
        #expect(try Player.play(history, on: snapshot.client()).failure?.rule.rawValue == shortest["rule"] as? String)
    }

    @Test("Invalid arguments end the program with code 2 and an error message")
    func invalidArguments() async {
        let wrong: [([String], String)] = [
            (["--level", "7"], "--level"), (["--recipe", "best"], "one of marked"), (["--seeds", "0"], "--seeds"),
            (["--timeout", "3"], "name the program with --client"),
            (["--client", "x", "--recipe", "marked"], "one names a program, the other a recipe"),
            (["play", "x", "--seeds", "3"], "a single history is played, or many of them"),
            (["serve"], "NAME"), (["serve", "best"], "one of marked"),
        ]
        for (arguments, sentence) in wrong {
            let (code, output, errors) = await run(arguments)
            #expect(code == 2, "\(arguments)")
            #expect(errors.contains(sentence), "\(arguments): \(errors)")
            #expect(output == "")
        }
    }

    @Test("The error for an invalid history contains the file and the line")
    func invalidFile() async throws {
        let path = try file("{}\n{\"s\":\"jump\"}\n")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (code, output, errors) = await run("play", path)
        #expect(code == 1)
        #expect(output == "")
        #expect(errors == "torture: error: \(path), line 2: \"s\" is \"jump\", which is no step\n")
    }
}

/// Programs that violate the protocol.
@Suite("Client programs")
struct ProgramClientTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    private func failure(of command: String, _ limit: Duration = .seconds(60)) -> String {
        let client = ProgramClient(command: command, limit: limit)
        do {
            let outcome = try Player.play(History(level: .changes, seed: 7), on: client)
            return "\(outcome)"
        } catch { return "\(error)" }
    }

    @Test("The error for a client that exits contains its exit code")
    func exitCode() {
        #expect(
            failure(of: "read line; exit 7").hasPrefix(
                "at the beginning: the client has ended with code 7 instead of answering; the message was {\"start\":"))
    }

    @Test("The error for a client that is killed contains the signal")
    func fatalSignal() {
        #expect(failure(of: "kill -9 $$").contains("the client has died of signal 9 instead of answering"))
    }

    @Test("A client that does not exist is an error immediately")
    func missingProgram() {
        #expect(failure(of: "exec /nowhere/at/all 2>/dev/null").contains("the client has ended with code 12"))
    }

    @Test("The error for a reply that is not JSON contains the reason")
    func invalidJSON() {
        #expect(failure(of: "read line; echo hello; cat").contains("not understood: Not JSON at line 1"))
    }

    @Test("The error for a reply without rows contains the missing key and the reply")
    func missingRows() {
        #expect(failure(of: "read line; echo '{}'; cat").contains("not understood: \"show\" is missing: {}"))
    }

    @Test("A client that does not reply fails with a timeout")
    func timeout() {
        // The limit ends before any reply: no time decides this.
        #expect(failure(of: "cat >/dev/null", .zero).contains("has not answered for 0.0 seconds; --timeout"))
    }

    @Test("A reply that exceeds the limit of a line is an error")
    func endlessLine() {
        #expect(failure(of: "head -c 5000000 /dev/zero; cat").contains("longer than 4194304 bytes"))
    }

    @Test("A client that is served replies as it does without the protocol")
    func servedClient() throws {
        for contestant in Contestant.all {
            let served = Served(contestant.client())
            for level in Level.allCases {
                let history = History(level: level, seed: 3)
                let here = try Player.play(history, on: contestant.client(), keepingMoments: true)
                let there = try Player.play(history, on: served, keepingMoments: true)
                #expect(here.moments == there.moments)
            }
        }
    }

    @Test("The error for an invalid message contains its line and the reason")
    func invalidMessages() throws {
        let client = ReferenceClient()
        let messages = [
            ("[]", "standard input, line 3: it is no message"),
            ("{\"act\":{}}", "standard input, line 3: \"request\" is missing"),
            ("x", "standard input, line 3: Not JSON"),
        ]
        for (line, sentence) in messages {
            let error = #expect(throws: TortureError.self) { try client.reply(to: Array(line.utf8), number: 3) }
            #expect(error?.description.hasPrefix(sentence) == true, "\(error.map(\.description) ?? "")")
        }
    }
}

/// A client that uses the protocol, without a separate process.
private final class Served: Client {
    private let client: any Client
    private var number = 0

    init(_ client: any Client) { self.client = client }

    func take(_ message: Message, turns: Int?) throws -> Reply {
        number += 1
        let line = try client.reply(to: Array(message.json(turns: turns).compact.utf8), number: number)
        return try Reply(JSON(parsing: line))
    }
}
