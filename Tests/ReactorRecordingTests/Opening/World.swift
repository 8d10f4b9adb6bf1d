import Reactor
import ReactorTesting
import ReactorTestSupport

@testable import ReactorRecording

/// The environment of cores and the writers of their journals: the system, or a simulation.
struct World: Sendable {
    /// The environment of a test.
    var random = SeededRandom(seed: 0)
    var runtime: @Sendable () -> Runtime = { .live }
    var writing: @Sendable (inout JournalConfiguration) -> Void = { _ in }
    /// Returns when nothing runs any more; immediately if that cannot be determined.
    var settled: @Sendable () async -> Void = {}

    /// Runs a closure in the orders of some seeds: a deadlock fails the test instead of blocking it.
    static func simulated(
        seeds: Int = Loops.always(10), _ body: @escaping @Sendable (World) async throws -> Void
    ) async throws {
        let options = SimulationOptions(runsTwice: false, shrinkingRuns: 0)
        try await Simulation.check(seeds: 0..<UInt64(seeds), options: options) { sim in
            var world = World(random: sim.random)
            let count = Locked(0)
            world.runtime = {
                sim.runtime("core \(count.withLock { $0 += 1; return $0 })")
            }
            world.writing = { configuration in
                configuration.clock = RuntimeClock(BoundedClock(base: sim.clock))
                configuration.executor = sim.lane("a writer")
                configuration.spawn = .preferring(sim.taskExecutor)
            }
            world.settled = { await sim.settled() }
            try await body(world)
        }
    }
}

/// A clock that ends the process when it is read endlessly: nothing else stops an infinite loop without a wait, which would
/// block the tests.
private struct BoundedClock<Base: Clock>: Clock where Base.Duration == Duration {
    let base: Base
    private let reads = Locked(0)

    init(base: Base) { self.base = base }

    var now: Base.Instant {
        let count = reads.withLock { count in
            count += 1
            return count
        }
        precondition(count < 3_000_000, "a writer asks for the time without end")
        return base.now
    }

    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: Base.Instant, tolerance: Duration?) async throws {
        try await base.sleep(until: deadline, tolerance: tolerance)
    }
}
