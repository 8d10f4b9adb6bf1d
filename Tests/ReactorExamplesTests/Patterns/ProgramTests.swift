import Reactor
import ReactorTerminal
import ReactorTestSupport
import Testing

@testable import ExamplePatterns
@testable import ExamplePatternsProgram

@Suite("patterns")
struct ProgramTests {
    let output = MemorySink()
    let errors = MemorySink()

    func run(_ words: String..., variables: [String: String] = [:], interrupt: Interrupt = Interrupt()) async
        -> ExitCode
    {
        await PatternsProgram.makeProgram { variables[$0] }.run(
            words, output: Output(to: output, screen: .none, capacity: 1 << 16),
            errors: Output(to: errors, screen: .none, capacity: 0), interrupt: interrupt)
    }

    private func script(_ text: String) throws -> (folder: ReactorTestSupport.ScratchFolder, path: String) {
        let folder = try ScratchFolder()
        return (folder, try folder.file("script", .init(text.utf8)))
    }

    @Test("The story shows each pattern, and no secret")
    func story() async {
        #expect(await run() == .ok)
        for text in [
            "[production] Todos", "  3 todos", "[production] Call Ada", "[production] Search: milk", "  1. Buy milk",
            "A title is missing.", "  4 todos",
            "! There is no connection to the service. Please try again later. (type retry)",
            "! There is a todo \"Buy milk\" already. Please choose another title. (type retry)",
            "! The link patterns://nowhere leads nowhere.", "[staging] Todos", "  1 todo",
            "! You are no longer signed in. Please sign in again. (type retry)",
            "! Du bist nicht mehr angemeldet.", "  1 Aufgabe",
        ] { #expect(output.text.contains(text), "\(text)") }
        #expect(!output.text.contains("> key wrong"))
        #expect(!output.text.contains("Never saved\n") || output.text.contains("> title Never saved"))
        #expect(errors.text == "")
    }

    @Test("In a window no word is broken, however narrow it is, and a file gets each line whole", arguments: [40, 80])
    func narrow(width: Int) async {
        #expect(await run() == .ok)
        let whole = output.text
        let window = MemorySink()
        let screen = Screen(isTerminal: true, width: width, hasColour: false)
        let code = await PatternsProgram.makeProgram { _ in nil }.run(
            ["play"], output: Output(to: window, screen: screen, capacity: 1 << 16),
            errors: Output(to: errors, screen: .none, capacity: 0))
        #expect(code == .ok)
        #expect(window.text.split(separator: "\n").allSatisfy { $0.count <= width })
        #expect(window.text.split { $0.isWhitespace } == whole.split { $0.isWhitespace })
        #expect(whole.split(separator: "\n").contains { $0.count > 80 })
    }

    @Test("A script prints the screen after each step; with --json the state, one line each")
    func scripts() async throws {
        let (folder, path) = try script("# a remark\r\n\nopen 2\n")
        #expect(await run("run", path) == .ok)
        #expect(output.text.hasSuffix("\n# a remark\n> open 2\n[production] Call Ada\n"))
        #expect(await run("run", path, "--json") == .ok)
        let last = output.text.split(separator: "\n").last ?? ""
        #expect(last.hasPrefix("{\"environment\":\"production\""))
        #expect(last.contains("{\"todo\":{\"_0\":2}}"))
        withExtendedLifetime(folder) {}
    }

    @Test("An invalid line is reported with its place and the fix, and no step runs")
    func faults() async throws {
        for (line, cure) in [
            ("serach x", "'serach' is nothing that can be done; 'patterns run --help' lists what can"),
            ("open two", "'two' does not fit; write: open N"),
            ("back home", "'home' is too much; end the line before it"),
            ("link", "'' does not fit; write: link URL"), ("language fr", "'fr' does not fit; write: language en|de"),
        ] {
            let (folder, path) = try script("open 1\n\(line)\n")
            #expect(await run("run", path) == .failed)
            #expect(errors.text.contains("\(path), line 2: \(cure)\n"))
            withExtendedLifetime(folder) {}
        }
        #expect(output.text == "")
        let folder = try ScratchFolder()
        #expect(await run("run", try folder.file("bytes", .init([0xFF, 0xFE]))) == .failed)
        #expect(errors.text.contains("is no text in UTF-8"))
        #expect(await run("run", folder.path + "/nothing") == .failed)
    }

    @Test("The argument takes precedence over the variable; an unknown server is reported with the known ones")
    func environment() async throws {
        let (folder, path) = try script("")
        let variables = ["PATTERNS_ENVIRONMENT": "staging"]
        #expect(await run("run", path, variables: variables) == .ok)
        #expect(output.text == "[staging] Todos\n  1. Try the new form\n  1 todo\n")
        #expect(await run("run", path, "--environment", "production", variables: variables) == .ok)
        #expect(output.text.contains("[production]"))
        #expect(await run("run", path, "--environment", "moon") == .usage)
        #expect(errors.text.contains("'moon' is not valid for --environment; use production or staging"))
        #expect(await run("run", path, variables: ["PATTERNS_ENVIRONMENT": "mars"]) == .usage)
        #expect(errors.text.contains("'mars' is not valid for PATTERNS_ENVIRONMENT"))
        withExtendedLifetime(folder) {}
    }

    @Test("Settings are stored in the folder of the option, and the next run has the language")
    func settings() async throws {
        let (folder, path) = try script("language de\n")
        let (second, empty) = try script("")
        #expect(await run("run", path, "--settings", folder.path + "/settings") == .ok)
        #expect(await run("run", empty, "--settings", folder.path + "/settings") == .ok)
        #expect(
            output.text.hasSuffix(
                "[production] Aufgaben\n  1. Buy milk\n  2. Call Ada\n  3. Water the plants\n  3 Aufgaben\n"))
        withExtendedLifetime(second) {}
    }

    @Test("An interrupt ends it with 130")
    func interrupted() async {
        let interrupt = Interrupt()
        interrupt.raise()
        #expect(await run(interrupt: interrupt) == .interrupted)
    }
}
