import Foundation
import ReactorTestSupport

@testable import ReactorTerminal
@testable import ExampleTextEdit

/// The files in it, and the program run in it.
extension ScratchFolder {
    /// The names in it, hidden ones too.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    }

    func text(of name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

    /// What the program answers: how it ended, and what it wrote on standard output and standard error.
    func run(
        _ words: String..., screen: Screen = .none, interrupt: Interrupt = Interrupt()
    ) async -> (code: ExitCode, output: String, errors: String) {
        let (output, errors) = (MemorySink(), MemorySink())
        let code = await TextEditProgram.program.run(
            words, output: Output(to: output, screen: screen, capacity: 1 << 16),
            errors: Output(to: errors, screen: .none, capacity: 0), interrupt: interrupt)
        return (code, output.text, errors.text)
    }
}
