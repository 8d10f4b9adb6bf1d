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

    func run(_ words: String...) async -> ExitCode {
        await PatternsProgram.makeProgram { _ in nil }.run(
            words, output: Output(to: output, screen: .none, capacity: 1 << 16),
            errors: Output(to: errors, screen: .none, capacity: 0))
    }

    private func script(_ text: String) throws -> (folder: ReactorTestSupport.ScratchFolder, path: String) {
        let folder = try ScratchFolder()
        return (folder, try folder.file("script", .init(text.utf8)))
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
}
