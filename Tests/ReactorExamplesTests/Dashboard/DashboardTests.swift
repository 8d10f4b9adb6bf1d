import Reactor
import ReactorTerminal
import Testing

@testable import ExampleDashboard

@Suite("dashboard")
struct DashboardTests {
    let output = MemorySink()
    let errors = MemorySink()

    func run(_ words: String..., interrupt: Interrupt = Interrupt()) async -> ExitCode {
        await DashboardProgram.program.run(
            words, output: Output(to: output, screen: .none, capacity: 1 << 16),
            errors: Output(to: errors, screen: .none, capacity: 0), interrupt: interrupt)
    }

    @Test("The dashboard prints the requested number of frames without escapes, and no line is longer than 40 columns")
    func plain() async {
        #expect(await run("--frames", "2", "--rows", "30") == .ok)
        let lines = output.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count { $0.contains("events/s") } == 2)
        #expect(lines.count { $0.hasSuffix("of 30 rows changed") } == 2)
        #expect(lines.allSatisfy { $0.count <= 40 })
        #expect(!output.text.contains("\u{1B}"))
    }

    @Test("An interrupt ends it with 130")
    func interrupted() async {
        let interrupt = Interrupt()
        interrupt.raise()
        #expect(await run("--rows", "5", interrupt: interrupt) == .interrupted)
    }

    @Test("One instrument can be followed: a line with its current price, and then one for each new price")
    func followed() async {
        #expect(await run("--follow", "aaac", "--frames", "3", "--rows", "5", "--rate", "100000") == .ok)
        let lines = output.text.split(separator: "\n")
        #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("AAAC  ") && $0.contains(" trade") })
        #expect(Set(lines).count == 3)
    }

    @Test(
        "An unknown symbol is reported with the listed symbols", arguments: ["AAAF", "AAA", "AAAAA", "A1C", ""])
    func notListed(symbol: String) async {
        #expect(await run("--follow", symbol, "--rows", "5") == .usage)
        #expect(errors.text.contains("'\(symbol)' is not valid for --follow; use a symbol from AAAA to AAAE"))
    }

    @Test("A number out of range is reported with the range")
    func usage() async {
        #expect(await run("--frames", "0") == .usage)
        #expect(errors.text.contains("'0' is not valid for --frames; use a whole number, at least 1"))
    }

    @Test("Without arguments it shows the market, and its help does not require a subcommand")
    func help() async {
        #expect(await run("--help") == .ok)
        #expect(output.text.contains("Usage: dashboard [--frames N]"))
    }
}
