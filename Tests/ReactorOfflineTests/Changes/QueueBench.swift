import Reactor
import ReactorRecording
import ReactorTesting
import ReactorTestSupport

@testable import ReactorOffline
@testable import ReactorServices
@testable import ReactorServicesSupport

/// What the queues of these tests are opened with: a disk in memory, a clock that the test moves, a service.
struct QueueBench: Sendable {
    var disk = MemoryDisk()
    let clock = ManualClock()
    let service: EditService
    let reports = Locked<[String]>([])
    /// The wall clock.
    let time = Locked(Timestamp(millisecondsSince1970: 1_000_000))
    /// What is drawn: the fraction of a wait's ceiling, in 1/2⁶⁴.
    var random: UInt64 = 1 << 63
    var isOnline = true
    var account: String?
    var policy = LanePolicy.stops
    var renew: (@Sendable () async throws -> Void)?
    var credential: (any Credential)?
    var network: (any NetworkAdapter)?
    var limits = JournalLimits()
    /// What cores, queues and gateways run by where they are simulated, and how a journal is kept then.
    var simulated: (@Sendable (_ name: String) -> Runtime)?
    var kept: @Sendable (MemoryDisk) -> JournalConfiguration = { $0.configuration() }
    var spawn = Spawning.tasks

    init(_ service: EditService = EditService()) { self.service = service }

    var runtime: Runtime {
        let (numbers, random, reports) = (Locked<UInt64>(0), random, reports)
        var runtime = simulated?("core") ?? Runtime(clock: RuntimeClock(clock))
        // The waits are drawn from the upper bits; the lower ones distinguish names.
        runtime.random = {
            numbers.withLock {
                $0 += 1; return random | $0
            }
        }
        runtime.report = { report in reports.withLock { $0.append("\(report)") } }
        return runtime
    }

    func queue(_ audience: ChangeAudience<Edit> = .nobody) async throws -> ChangeQueue<Edit> {
        let policy = policy
        var configuration = kept(disk)
        configuration.limits = limits
        configuration.now = { [time] in time.copy }
        let gateway = try makeGateway(network ?? service.network, maxActive: 100) { [simulated] parts in
            if let simulated { parts.runtime = simulated("gateway") }
        }
        return try await ChangeQueue.open(
            journal: "/queue", account: account, configuration: configuration,
            destinations: [.api: .server(gateway, credential: credential)],
            options: ChangeQueueOptions(
                backoff: Backoff(base: .seconds(1), cap: .seconds(8)), lanePolicy: { _ in policy },
                isOnline: isOnline, renewCredentials: renew, runtime: runtime),
            audience: audience)
    }

    /// The app's core, recorded on the same disk.
    func app() async throws -> OpenedCore<Shelf> {
        try await Core.open(
            journal: "/app", initial: Shelf(), catalog: Shelf.catalog, configuration: kept(disk),
            runtime: runtime)
    }

    /// Does something in the orders of some seeds: what never goes on fails the test, and does not hold it up.
    static func simulated(
        seeds: Int = Loops.always(10), _ body: @escaping @Sendable (QueueBench, inout SeededRandom) async throws -> Void
    ) async throws {
        let options = SimulationOptions(runsTwice: false, shrinkingRuns: 0)
        try await Simulation.check(seeds: 0..<UInt64(seeds), options: options) { sim in
            var bench = QueueBench()
            bench.simulated = { sim.runtime($0) }
            bench.kept = { disk in
                var configuration = disk.configuration(clock: RuntimeClock(sim.clock), executor: sim.lane("a writer"))
                configuration.spawn = sim.spawning
                return configuration
            }
            bench.spawn = sim.spawning
            var random = sim.random
            try await body(bench, &random)
        }
    }

    /// The next process: the same service, what is left of the disk.
    func restarted() -> QueueBench {
        var next = self
        next.disk = disk.survivors()
        return next
    }
}

extension Edit {
    /// An edit whose lane, name and id are made of one letter: `a1` is the change `a1`, named `a1`, in the lane `a`.
    init(_ name: String, steps: Int = 1, expiring: Int? = nil) {
        self.init(lane: LaneName(rawValue: String(name.prefix(1))), name: name, steps: steps, expiring: expiring)
    }
}

extension ChangeQueue<Edit> {
    /// Takes an edit under the id that is its name.
    @discardableResult
    func enqueue(_ edit: Edit) async throws -> QueuedChange<Edit> {
        try await enqueue(edit, id: ChangeID(rawValue: edit.name))
    }
}
