import OrderApps
import Reactor
import ReactorRecording
import ReactorTesting

@testable import ExampleWeightLog

/// Sessions whose histories have to be the same in every process and in every build. Each kind leans on other parts of the
/// library.
enum ComparedSession: String, CaseIterable {
    case weightLog = "weight log"
    case core
    case journal
    case suspensions
    case queue
    case suspendedQueue = "suspended queue"
    case gateway
    case queries

    /// How many seeds of it are run for so many of the weight log, whose sessions are the shortest.
    func seeds(for count: UInt64) -> Range<UInt64> { 0..<(self == .weightLog ? count : max(3, count / 25)) }

    func run(in sim: Simulation) async throws {
        switch self {
        case .weightLog:
            var scenario = WeightLogScenario<LogWeight>(sim)
            try await scenario.run()
        case .core:
            try await OrderSession.run(SearchBox.self, bug: nil, in: sim)
            try await OrderSession.run(Booking.self, bug: nil, in: sim)
        case .journal:
            try await journaled(SearchBox.self, in: sim)
            try await journaled(NoteEditor.self, in: sim)
        case .suspensions: try await journaled(NoteEditor.self, isSuspended: true, in: sim)
        case .queue: try await LikeSession.run(in: sim)
        case .suspendedQueue: try await LikeSession.run(isSuspended: true, in: sim)
        case .gateway: try await GatewaySession.run(in: sim)
        case .queries: try await QuerySession.run(in: sim)
        }
    }

    /// - Parameter isSuspended: whether the journal is suspended again and again.
    private func journaled<App: OrderApp>(_ app: App.Type, isSuspended: Bool = false, in sim: Simulation) async throws {
        let opened = try await Core.open(
            journal: "/journal", initial: App(bug: nil), catalog: App.catalog,
            configuration: sim.journal(App.title, on: SimulatedDisk()), runtime: sim.runtime(App.title))
        sim.watch(opened.core, App.title)
        if isSuspended {
            sim.start("the system") {
                for _ in 1...4 {
                    try await sim.pass(.milliseconds(20))
                    try await opened.suspend()
                    try await sim.pass(.milliseconds(20))
                    try await opened.resume()
                    try await opened.journal.durable()
                }
            }
        }
        var somebody = App.somebody(in: sim)
        try await App.use(opened.core, by: &somebody, in: sim)
        await sim.settled()
        try await opened.close()
    }
}
