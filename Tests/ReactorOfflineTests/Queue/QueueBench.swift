import Reactor
import ReactorRecording
import ReactorRecordingSupport
import ReactorTesting
import ReactorTestSupport

@testable import ReactorOffline
@testable import ReactorServices
@testable import ReactorServicesSupport

/// The environment of the queues of these tests: an in-memory disk, a manual clock, and a service.
struct QueueBench: Sendable {
    var disk = ModelFileSystem()
    let clock = ManualClock()
    let service: EditService
    let reports = Locked<[String]>([])
    /// The wall clock.
    let time = Locked(Timestamp(millisecondsSince1970: 1_000_000))
    /// The random number: the fraction of a delay's limit, in 1/2⁶⁴.
    var random: UInt64 = 1 << 63
    private let numbers = Locked<UInt64>(0)
    var isOnline = true
    var account: String?
    var policy = LanePolicy.stops
    var renew: (@Sendable () async throws -> Void)?
    var credential: (any Credential)?
    var network: (any NetworkAdapter)?
    var limits = JournalLimits()
    /// The runtime of simulated cores, queues and gateways, whose journals are in memory.
    var simulated: (@Sendable (_ name: String) -> Runtime)?
    var kept: @Sendable (ModelFileSystem) -> JournalConfiguration = { $0.configuration() }
    var spawn = Spawning.tasks

    init(_ service: EditService = EditService()) { self.service = service }

    var runtime: Runtime {
        let (numbers, random, reports) = (numbers, random, reports)
        var runtime = simulated?("core") ?? Runtime(clock: RuntimeClock(clock))
        // Delays use the upper bits, and the lower bits distinguish names.
        runtime.random = {
            numbers.withLock {
                $0 += 1; return random | $0
            }
        }
        runtime.report = { report in reports.withLock { $0.append("\(report)") } }
        return runtime
    }

    func queue(
        _ audience: ChangeAudience<Edit> = .nobody, _ folder: String = "/queue"
    ) async throws -> ChangeQueue<Edit> {
        let policy = policy
        var configuration = kept(disk)
        configuration.limits = limits
        configuration.now = { [time] in time.copy }
        let gateway = try makeGateway(network ?? service.network, maxActive: 100) { [simulated] parts in
            if let simulated { parts.runtime = simulated("gateway") }
        }
        return try await ChangeQueue.open(
            journal: folder, account: account, configuration: configuration,
            destinations: [.api: .server(gateway, credential: credential)],
            options: ChangeQueueOptions(
                backoff: Backoff(base: .seconds(1), cap: .seconds(8)), lanePolicy: { _ in policy },
                isOnline: isOnline, renewCredentials: renew, runtime: runtime),
            audience: audience)
    }

    /// Opens the app's core, which is recorded on the same disk.
    func app() async throws -> OpenedCore<Shelf> {
        try await Core.open(
            journal: "/app", initial: Shelf(), catalog: Shelf.catalog, configuration: kept(disk),
            runtime: runtime)
    }

    /// Runs the body in the orders of some seeds. A body that does not end fails the test and does not block it.
    static func simulated(
        seeds: Int = Loops.always(10), _ body: @escaping @Sendable (QueueBench, inout SeededRandom) async throws -> Void
    ) async throws {
        let options = SimulationOptions(runsTwice: false, shrinkingRuns: 0)
        try await Simulation.check(seeds: 0..<UInt64(seeds), options: options) { sim in
            var bench = QueueBench()
            bench.simulated = { sim.runtime($0) }
            bench.kept = { disk in
                var configuration = disk.configuration(clock: RuntimeClock(sim.clock), executor: sim.lane("a writer"))
                configuration.spawn = .preferring(sim.taskExecutor)
                return configuration
            }
            bench.spawn = .preferring(sim.taskExecutor)
            var random = sim.random
            try await body(bench, &random)
        }
    }

    /// Returns the bench of the next process: with the same service and the remaining disk.
    func restarted(lastCall: Int = .max) -> QueueBench {
        var next = self
        next.disk = disk.copy(lastCall: lastCall)
        return next
    }
}

extension Edit {
    /// Creates an edit from one name: `a1` is the change `a1` with the name `a1` in the lane `a`.
    init(_ name: String, steps: Int = 1, expiring: Int? = nil) {
        self.init(lane: LaneName(rawValue: String(name.prefix(1))), name: name, steps: steps, expiring: expiring)
    }
}

extension ChangeQueue<Edit> {
    /// Enqueues an edit with its name as its id.
    @discardableResult
    func enqueue(_ edit: Edit) async throws -> QueuedChange<Edit> {
        try await enqueue(edit, id: ChangeID(rawValue: edit.name))
    }
}
