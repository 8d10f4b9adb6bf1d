import Foundation
import Reactor
import ReactorRecording
import ReactorTerminal
import ReactorTestSupport
import Testing

@testable import ReactorTools

@Suite("near-misses as a verb")
struct NearMissesVerbTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func run(
        _ arguments: String..., invariants: [Invariant<Wall>] = [Wall.sorted]
    ) async -> (code: ExitCode, output: String, errors: String) {
        await run(arguments: arguments, invariants: invariants)
    }

    private func run(
        arguments: [String], invariants: [Invariant<Wall>] = [Wall.sorted]
    ) async -> (code: ExitCode, output: String, errors: String) {
        let (output, errors) = (MemorySink(), MemorySink())
        let tool = JournalTool(Wall.catalog, app: "wall", invariants: invariants)
        let code = await tool.program(named: "wall-journal").run(
            ["near-misses"] + arguments, output: Output(to: output, screen: .none, capacity: 0),
            errors: Output(to: errors, screen: .none, capacity: 0), interrupt: Interrupt())
        return (code, output.text, errors.text)
    }

    /// - Parameter launchedBefore: before which entry the second command was launched.
    private func write(_ name: String, launchedBefore: Int) throws -> String {
        var session = WallSession()
        try session.add(NoteAsked())
        try session.add(NoteCame(number: 1), of: 1, launchedBefore: 0)
        try session.add(NoteCame(number: 2), of: 2, launchedBefore: launchedBefore)
        let path = "\(scratch.path)/\(name).jsonl"
        try RecordingDraft(of: session.recording).write(to: path)
        return path
    }

    @Test("A fleet is searched, and each finding is said with its order, its entries and a test that fails for it")
    func fleet() async throws {
        let path = try write("one", launchedBefore: 1)
        _ = try write("two", launchedBefore: 2)
        let run = await run(scratch.path, "--tests", scratch.path, "--module", "Walls")
        #expect(run.code == .failed)
        #expect(
            run.output.split(separator: "\n").map(String.init).filter { !$0.contains("2026") && !$0.contains("1970") }
                == [
                    "\(path): 'notes are sorted' is broken when #3 note.came of Ask 2 comes before #2 note.came of Ask 1",
                    "  the test: \(scratch.path)/NearMiss1.swift", "1 finding in 1 other order of 2 sessions",
                ])
        #expect(run.output.contains(#"2  1970-01-01T00:00:00.010Z  note.came"#))
        let test = try String(contentsOfFile: "\(scratch.path)/NearMiss1.swift", encoding: .utf8)
        #expect(
            test.hasPrefix(
                """
                // 3 entries became 2; the last of them ends in what the test expects not to happen.
                // In the session, #3 note.came came after #2 note.came.
                import Foundation
                """))
        #expect(test.contains("@testable import Walls"))
        #expect(
            test.contains(
                """
                                RecordedEvent("note.came", #"{"number":2}"#),
                                RecordedEvent("note.came", #"{"number":1}"#),
                """))
    }

    @Test("For programs a finding is a line of JSON")
    func json() async throws {
        let run = await run(try write("one", launchedBefore: 1), "--json")
        #expect(run.code == .failed)
        let json = try JSON(parsing: run.output.split(separator: "\n").map(String.init)[0])
        #expect(json["earlier"] == 2)
        #expect(json["later"] == 3)
        #expect(json["entries"] == 2)
    }

    @Test("Where nothing is found it says in how many orders, and ends well")
    func nothing() async throws {
        let run = await run(try write("two", launchedBefore: 2))
        #expect(run.code == .ok)
        #expect(run.output == "0 findings in 0 other orders of 1 session\n")
    }

    @Test("An end in another state is found when it is asked for, and its test compares the end")
    func ends() async throws {
        let path = try write("one", launchedBefore: 1)
        #expect(await run(path, invariants: []).code == .usage)
        let run = await run(path, "--ends", "--tests", scratch.path, invariants: [])
        #expect(run.code == .failed)
        #expect(run.output.contains("is another in the end when #3 note.came"))
        let test = try String(contentsOfFile: "\(scratch.path)/NearMiss1.swift", encoding: .utf8)
        #expect(test.contains("#expect(try replay.json() == expected"))
    }

    @Test("What a session breaks itself is said, and so is a session that cannot be read")
    func left() async throws {
        let path = try write("one", launchedBefore: 1)
        let never = Invariant<Wall>("nothing is ever shown") { $0.notes.isEmpty }
        let run = await run(path, "\(scratch.path)/none.jsonl", invariants: [never])
        #expect(run.errors.contains("breaks 'nothing is ever shown' as it was recorded"))
        #expect(run.code != .ok)
    }

    /// A copy with a byte of its header changed.
    private func writeDamaged(_ name: String, like path: String) throws -> String {
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        bytes[20] ^= 1
        let damaged = "\(scratch.path)/\(name).jsonl"
        try Data(bytes).write(to: URL(fileURLWithPath: damaged))
        return damaged
    }

    @Test("Of a damaged recording it is said that it was left out, the others are searched, and it is no pass")
    func damaged() async throws {
        let good = try write("two", launchedBefore: 2)
        let bad = try writeDamaged("a", like: good)
        for json in [[], ["--json"]] {
            let run = await run(arguments: [bad, good] + json)
            #expect(run.code == .failed)
            #expect(run.errors.contains("left out all of \(bad): "), "\(run.errors)")
            #expect(json.isEmpty == run.output.contains("0 other orders of 1 session\n"), "\(run.output)")
        }
    }

    @Test("So is it of one that is damaged in the middle, with the place")
    func damagedBody() async throws {
        let found = try write("one", launchedBefore: 1)
        let recording = try Recording(path: found)
        var writer = LineWriter()
        writer.write(.header(recording.header))
        for line in recording.lines { writer.write(line) }
        // What was on the disk is no end that a crash left.
        writer.write(JournalCheck(seq: 3, digest: String(repeating: "0", count: 64), synced: 3))
        var bytes = writer.bytes
        let body = try #require(Data(bytes).range(of: Data("\"number\":1".utf8)))
        bytes[body.upperBound - 1] = UInt8(ascii: "3")
        let damaged = "\(scratch.path)/a.jsonl"
        try Data(bytes).write(to: URL(fileURLWithPath: damaged))
        let line = bytes[..<body.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
        for paths in [[damaged, found], [found, damaged], [scratch.path]] {
            let run = await run(arguments: paths)
            #expect(run.code == .failed)
            #expect(run.errors.contains("left out all of \(damaged): "), "\(run.errors)")
            #expect(run.errors.contains("line \(line)"), "\(run.errors)")
            #expect(run.output.contains("1 finding in 1 other order of 1 session\n"), "\(run.output)")
        }
    }

    @Test("Of an end that a crash tore it is said that it was not searched, and what is in front of it is")
    func torn() async throws {
        let path = try write("one", launchedBefore: 1)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for (tail, isTorn) in [("", false), (#"{"seq":4,"at":"#, true)] {
            try (whole + Data(tail.utf8)).write(to: URL(fileURLWithPath: path))
            let run = await run(path)
            let lines = whole.count { $0 == UInt8(ascii: "\n") }
            let note = "wall-journal: note: a crash tore the end of \(path) at line \(lines + 1), byte \(whole.count)"
            #expect(run.errors.contains(note) == isTorn, "\(run)")
            #expect(run.output.contains("1 finding in 1 other order of 1 session\n"), "\(run)")
        }
    }

    @Test("What is found is said also where its test cannot be written, and then why not")
    func unwritten() async throws {
        let path = try write("one", launchedBefore: 1)
        let tests = "\(scratch.path)/tests"
        try FileManager.default.createDirectory(
            atPath: "\(tests)/NearMiss1.swift", withIntermediateDirectories: true)
        for json in [[], ["--json"]] {
            let run = await run(arguments: [path, "--tests", tests] + json)
            #expect(run.code == .failed, "\(run)")
            #expect(run.output.contains("'notes are sorted' is broken when"), "\(run)")
            #expect(!run.output.contains("the test: "), "\(run)")
            #expect(run.errors.contains("note: \(tests)/NearMiss1.swift cannot be written, so what"), "\(run)")
            #expect(run.errors.contains("\n@Suite(\"NearMiss1\")\nstruct NearMiss1 {\n"), "\(run)")
            #expect(run.errors.contains("copy it, or name another place"))
        }
    }

    @Test("What is not there is said to be left out, and the exit code says that something could not be read")
    func absent() async throws {
        let run = await run("\(scratch.path)/none.jsonl", try write("two", launchedBefore: 2))
        #expect(run.code == .unreadable)
        #expect(run.output.contains("of 1 session\n"))
    }

    @Test("An answer may come any number of steps sooner or later", arguments: ["1", "\(Int.max - 1)", "\(Int.max)"])
    func within(steps: String) async throws {
        let run = await run(try write("one", launchedBefore: 1), "--within", steps)
        #expect(run.output.contains("1 finding in 1 other order of 1 session"))
    }

    @Test("A folder for the tests that is not there is said before anything is searched, with what to do")
    func folder() async throws {
        let folder = "\(scratch.path)/none"
        let run = await run(try write("one", launchedBefore: 1), "--tests", folder)
        #expect(run.code == .usage)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("'\(folder)'"))
        #expect(run.errors.contains("a folder that is there"))
    }
}
