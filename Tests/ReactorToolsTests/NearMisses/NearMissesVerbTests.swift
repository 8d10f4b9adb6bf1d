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
}
