import Reactor
import ReactorTerminal
import Testing

@testable import ExampleDashboard

@Suite("dashboard")
struct DashboardTests {
    let output = MemorySink()
    let errors = MemorySink()

    func run(_ words: String...) async -> ExitCode {
        await DashboardProgram.program.run(
            words, output: Output(to: output, screen: .none, capacity: 1 << 16),
            errors: Output(to: errors, screen: .none, capacity: 0))
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
}
