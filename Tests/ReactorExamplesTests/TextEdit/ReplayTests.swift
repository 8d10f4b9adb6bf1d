import Foundation
import Reactor
import Testing

@testable import ReactorTerminal
@testable import ExampleTextEdit

@Suite("textedit replay")
struct ReplayTests {
    /// A recorded session by Joseph Gentle (josephg/editing-traces, CC BY 4.0), read where it lies beside the package.
    static let recorded = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../shared/data/sveltecomponent.json").standardizedFileURL.path

    let output = MemorySink()
    let errors = MemorySink()

    func run(_ words: String..., screen: Screen = .none, interrupt: Interrupt = Interrupt()) async -> ExitCode {
        await TextEditProgram.program.run(
            ["replay"] + words, output: Output(to: output, screen: screen, capacity: 1 << 16),
            errors: Output(to: errors, screen: .none, capacity: 0), interrupt: interrupt)
    }

    /// Writes a file for the time of a test.
    func withFile(_ content: String, _ body: (String) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "trace-\(UUID().uuidString).json")
        try content.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(file.path)
    }

    static let greeting = """
        {"startContent": "Hallo", "endContent": "Hello 🧵\\t\\u001b!\\n",
         "txns": [{"patches": [[1, 1, "e"], [5, 0, " 🧵\\t\\u001b"]]}, {"patches": [[9, 0, "!\\n"]]}]}
        """

    @Test("The text that a core comes to is that of the plain fold, and the subscriber knows its length")
    func play() async throws {
        var random = SeededRandom(seed: 7)
        var text = EditableText()
        let edits = (0..<10_000).map { _ in
            let position = Int.random(in: 0...text.count, using: &random)
            let deleted = Int.random(in: 0...min(3, text.count - position), using: &random)
            let edit = Edited(
                position: Int32(position), deletedCount: Int32(deleted), inserted: random.text(count: 2))
            text.replace(edit.range, with: edit.inserted)
            return edit
        }
        let trace = Trace(start: "", end: text.string, edits: edits, transactionCount: 1)
        var reports: [Int] = []
        let playing = try await ExampleTextEdit.play(trace) { reports.append($0) }
        #expect(playing.text == text)
        #expect(playing.deliveredLength == text.count)
        #expect(reports == [0, 4096, 8192])
    }

    @Test("Playing ends when its task is cancelled")
    func cancelled() async {
        let edit = Edited(position: 0, deletedCount: 0, inserted: "x")
        let trace = Trace(start: "", end: "", edits: Array(repeating: edit, count: 10_000), transactionCount: 1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await ExampleTextEdit.play(trace) { #expect($0 == 0, "it went on") }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A replay that comes to the known text shows its figures")
    func report() async throws {
        try await withFile(Self.greeting) { file in
            #expect(await run(file) == .ok)
        }
        #expect(output.text.hasPrefix("3 events in 2 transactions, 11 code points\n"))
        #expect(output.text.hasSuffix("\nthe end text is exactly the known one\n"))
        #expect(errors.text == "")
    }

    @Test("The report for scripts is one JSON object")
    func json() async throws {
        try await withFile(Self.greeting) { file in
            #expect(await run(file, "--json") == .ok)
        }
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [String: any Sendable])
        #expect(object["events"] as? Int == 3)
        #expect(object["transactions"] as? Int == 2)
        #expect(object["characters"] as? Int == 11)
        #expect(object["matches"] as? Bool == true)
        let seconds = try #require(object["seconds"] as? Double)
        #expect(seconds > 0)
        #expect(object["eventsPerSecond"] as? Int == Int((3 / seconds).rounded()))
        #expect(try #require(object["peakMemoryBytes"] as? Int) > 1_000_000)
        #expect(object["undone"] as? Int == 0)
        #expect(object.count == 8)
        #expect(output.text.hasSuffix("}\n"))
    }

    @Test("The final text is printed as it is, and nothing else")
    func print() async throws {
        try await withFile(Self.greeting) { file in
            #expect(await run(file, "--print") == .ok)
        }
        #expect(output.text == "Hello 🧵\t\u{1B}!\n")
        #expect(errors.text == "")
    }

    @Test("On a terminal the final text steers nothing")
    func printOnTerminal() async throws {
        try await withFile(Self.greeting) { file in
            let screen = Screen(isTerminal: true, width: 80, hasColour: false)
            #expect(await run(file, "--print", screen: screen) == .ok)
        }
        #expect(output.text == "Hello 🧵\t\\u{1B}!\n")
    }

    @Test("Another text than the known one fails, after the output")
    func difference() async throws {
        let trace = #"{"startContent":"a","endContent":"b","txns":[]}"#
        try await withFile(trace) { file in
            #expect(await run(file, "--print") == .failed)
            #expect(output.text == "a")
            #expect(await run(file, "--json") == .failed)
            #expect(output.text.hasSuffix("\"matches\":false}\n"))
        }
        let message =
            "textedit: error: the end text differs from the known one at position 0: "
            + "'b' (U+0062) should be there, 'a' (U+0061) is\n"
        #expect(errors.text == message + message)
    }

    @Test("A malformed trace is named with its file and place, and nothing is printed")
    func malformed() async throws {
        try await withFile(#"{"startContent":"","endContent":"","txns":[{"patches":[[1,0,"x"]]}]}"#) { file in
            #expect(await run(file, "--print") == .failed)
            #expect(
                errors.text
                    == "textedit: error: \(file): transaction 1, patch 1: position 1 is past the end (0 code points)\n")
        }
        #expect(output.text == "")
    }

    @Test("Arguments that do not fit are a usage error")
    func usage() async {
        #expect(await run("x", "--print", "--json") == .usage)
        #expect(await run() == .usage)
        #expect(errors.text.contains("--print and --json exclude each other: both write to standard output"))
        #expect(errors.text.contains("FILE is missing"))
    }

    @Test("An interrupted replay ends as interrupted and prints nothing")
    func interrupted() async throws {
        let interrupt = Interrupt()
        interrupt.raise()
        try await withFile(Self.greeting) { file in
            #expect(await run(file, interrupt: interrupt) == .interrupted)
        }
        #expect(output.text == "")
        #expect(errors.text == "")
    }

    @Test(
        "A recorded session of 19,749 keystrokes comes to its text",
        .enabled(if: FileManager.default.isReadableFile(atPath: recorded), "there is no \(recorded)"))
    func recordedSession() async throws {
        #expect(await run(Self.recorded, "--json") == .ok)
        #expect(output.text.hasPrefix("{\"events\":19749,\"transactions\":18335,"))
        #expect(output.text.hasSuffix("\"characters\":18451,\"undone\":0,\"matches\":true}\n"))
        #expect(errors.text == "")
    }

    @Test(
        "The recorded session comes to its text with steps undone and redone all the way",
        .enabled(if: FileManager.default.isReadableFile(atPath: recorded), "there is no \(recorded)"),
        arguments: ["1", "7", "2500"])
    func recordedSessionUndone(distance: String) async throws {
        #expect(await run(Self.recorded, "--json", "--undo-every", distance) == .ok)
        let undone = ["1": 19_749, "7": 19_747, "2500": 7_000][distance] ?? 0
        #expect(output.text.hasSuffix("\"characters\":18451,\"undone\":\(undone),\"matches\":true}\n"))
    }

    @Test("Steps are undone and redone after every so many events, and the report says how many")
    func undone() async throws {
        try await withFile(Self.greeting) { file in
            #expect(await run(file, "--undo-every", "2") == .ok)
        }
        #expect(
            output.text.hasPrefix("3 events in 2 transactions, 11 code points\n2 steps undone and redone\n"))
        #expect(output.text.hasSuffix("\nthe end text is exactly the known one\n"))
    }

    @Test("What is undone step by step is the text of before, and it can be redone")
    func takenBack() async {
        let core = Core(state: Undoable(Document("x")))
        for (position, letter) in "abc".enumerated() {
            core.fire(event: Edited(position: Int32(position), deletedCount: 0, inserted: String(letter)))
        }
        #expect(await core.takeBack(2) == 2)
        #expect(await core.state.document == Document("ax"))
        #expect(await core.takeBack(2) == 1)
        #expect(await core.state.document == Document("x"))
        await core.bringAgain()
        #expect(await core.state.document == Document("abcx"))
    }

    @Test("A distance of undoing that is no whole number above 0 is a usage error", arguments: ["0", "-1", "x", "1.5"])
    func undoDistance(value: String) async {
        #expect(await run("x", "--undo-every=\(value)") == .usage)
        #expect(errors.text.contains("--undo-every"))
        #expect(errors.text.contains("a whole number above 0"))
    }
}
