import Reactor
import ReactorRecording
import ReactorTesting

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

/// Sessions whose histories have to be the same in every process and in every build. Each kind uses other parts of the library.
enum ComparedSession: String, CaseIterable {
    case weightLog = "weight log"
    case core
    case journal
    case suspensions
    case queue
    case suspendedQueue = "suspended queue"
    case gateway
    case queries

    /// The number of its seeds for a number of seeds of the weight log, whose sessions are the shortest.
    func seeds(for count: UInt64) -> Range<UInt64> { 0..<(self == .weightLog ? count : max(3, count / 25)) }

    func run(in sim: Simulation) async throws {
        switch self {
        case .weightLog:
            var scenario = WeightLogScenario<ChangeWeights>(sim)
            try await scenario.run()
        case .core: try await SearchSession.run(bug: nil, in: sim)
        case .journal: try await journaled(in: sim)
        case .suspensions: try await journaled(isSuspended: true, in: sim)
        case .queue: try await LikeSession.run(in: sim)
        case .suspendedQueue: try await LikeSession.run(isSuspended: true, in: sim)
        case .gateway: try await GatewaySession.run(in: sim)
        case .queries: try await QuerySession.run(in: sim)
        }
    }

    /// - Parameter isSuspended: Whether the journal is suspended again and again.
    private func journaled(isSuspended: Bool = false, in sim: Simulation) async throws {
        let opened = try await Core.open(
            journal: "/journal", initial: SearchBox(bug: nil), catalog: SearchBox.catalog,
            configuration: sim.journal("search box", on: SimulatedDisk()), runtime: sim.runtime("search box"))
        sim.watch(opened.core, "search box")
        if isSuspended {
            sim.start("the system") {
                for _ in 1...4 {
                    try await sim.sleep(for: .milliseconds(20))
                    try await opened.suspend()
                    try await sim.sleep(for: .milliseconds(20))
                    try await opened.resume()
                    try await opened.journal.durable()
                }
            }
        }
        try await SearchSession.use(opened.core, in: sim)
        await sim.settled()
        try await opened.close()
    }
}
