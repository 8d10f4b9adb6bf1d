import Foundation
import Reactor
import ReactorServices
import ReactorTesting
import ReactorTerminal

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

/// The program with a folder and a server of the test, and a clock that does not advance.
struct LoggedWeights {
    struct Run: Equatable {
        var code: ExitCode
        var output = ""
        var errors = ""
    }

    var scratch = LogFolder()
    let network: any NetworkAdapter
    let clock = ManualClock()
    private let drawn = Locked<UInt64>(0)
    let server: String

    init(network: any NetworkAdapter, server: String = "https://weights.example") {
        self.network = network
        self.server = server
    }

    func callAsFunction(_ arguments: String..., interrupt: Interrupt = Interrupt()) async -> Run {
        await run(arguments, interrupt: interrupt)
    }

    func run(_ arguments: [String], interrupt: Interrupt = Interrupt()) async -> Run {
        let network = network
        // Small numbers: no delay between two attempts, so that only timeouts wait for the clock. And never the same, since ids
        // are made from them.
        let random = { @Sendable [drawn] in
            drawn.withLock { drawn in
                drawn += 1
                return drawn % 2_048
            }
        }
        let runtime = Runtime(clock: RuntimeClock(clock), random: random)
        let surroundings = Surroundings(network: { network }, runtime: runtime)
        return await Surroundings.$current.withValue(surroundings) {
            await scratch.run(arguments, interrupt: interrupt)
        }
    }

    /// Logs a weight while no server is available.
    func log(_ day: String, _ kilograms: String) async -> Run {
        await self("log", kilograms, "--on", day, "--server", server)
    }

    /// `1 2026-01-02 81.0 pending`, a line a weight.
    func list() async -> [String] {
        let rows = await self("list").output.split(separator: "\n").dropFirst()
        return rows.map { row in
            row.split(separator: " ", omittingEmptySubsequences: true).filter { $0 != "kg" }.joined(separator: " ")
        }
    }

    /// Day and grams of each weight, sorted.
    func readings() async -> [String] {
        await self("export").output.split(separator: "\n").dropFirst().map { row in
            let cells = row.split(separator: ",")
            return "\(cells[0]) \(Int((Double(cells[1]) ?? 0) * 1_000 + 0.5))"
        }.sorted()
    }

    /// The same program with the files that a kill would leave now.
    func killed() throws -> LoggedWeights {
        var other = self
        other.scratch = LogFolder()
        try scratch.copy(to: other.scratch)
        return other
    }
}
