internal import Reactor
package import ReactorRecording
package import ReactorTesting

/// One session with one of the apps, in a simulation.
package enum OrderSession {
    /// Fails with the first invariant that a state of the session broke.
    package static func run<App: OrderApp>(_ app: App.Type, bug: OrderBug?, in sim: Simulation) async throws {
        let watch = InvariantWatch<App>()
        let core = sim.core("app", state: App(bug: bug), middlewares: [watch])
        var somebody = App.somebody(in: sim)
        try await App.use(core, by: &somebody, in: sim)
        await sim.settled()
        let broken = watch.broken
        try await sim.expect("broken: \(broken ?? "")") { broken == nil }
    }
}

/// Keeps the first invariant that a state broke.
final class InvariantWatch<App: OrderApp>: Middleware {
    private let first = Guarded<String?>(nil)

    var broken: String? { first.withLock { $0 } }

    func process(event: any Event, state: App) {
        first.withLock { $0 = $0 ?? App.broken(state) }
    }
}

extension OrderSession {
    /// How an app ends in the midst of a session, to be begun again.
    package enum Restart: CaseIterable, Sendable {
        /// With nothing under way, and its journal closed; it goes on where it was.
        case whenSettled
        /// With what is under way; its journal is closed, and it begins anew.
        case inTheMidst
        /// As if it was killed; it begins anew.
        case byCrash
    }

    /// The journal of a session, whatever came of it.
    package static func recorded<App: OrderApp>(
        _ app: App.Type, bug: OrderBug?, seed: UInt64, restart: Restart? = nil
    ) async throws -> Recording {
        let disk = SimulatedDisk()
        try await Simulation.check(seeds: [seed], options: SimulationOptions(runsTwice: false)) { sim in
            var random = sim.random
            var somebody = App.somebody(in: sim)
            for life in restart == nil ? [nil] : [restart, nil] {
                let opened = try await Core.open(
                    journal: "/journal", initial: App(bug: bug), catalog: App.catalog,
                    configuration: sim.journal(App.title, on: disk, durability: .process), runtime: sim.runtime("app"))
                sim.watch(opened.core, "app")
                if life == nil, restart != nil, restart != .whenSettled { opened.core.fire(event: Reset<App>()) }
                try await App.use(opened.core, by: &somebody, in: sim)
                if life == nil || life == .whenSettled { await sim.settled() }
                if life == .byCrash {
                    try await opened.journal.durable()
                    disk.crash(losesPower: false, &random)
                    await opened.core.close()
                } else {
                    try await opened.close()
                }
            }
        }
        let file = try disk.opened("/journal/segment-000001.jsonl", .read)
        return try Recording(bytes: file.readAll(Int(file.sized()), at: 0), named: "session \(seed)")
    }
}
