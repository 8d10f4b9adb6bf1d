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

    init(_ service: EditService = EditService()) { self.service = service }

    var runtime: Runtime {
        let (numbers, random, reports) = (Locked<UInt64>(0), random, reports)
        return Runtime(
            clock: RuntimeClock(clock),
            // The waits are drawn from the upper bits; the lower ones distinguish names.
            random: {
                numbers.withLock {
                    $0 += 1; return random | $0
                }
            },
            report: { report in reports.withLock { $0.append("\(report)") } })
    }

    func queue(_ audience: ChangeAudience<Edit> = .nobody) async throws -> ChangeQueue<Edit> {
        let policy = policy
        var configuration = disk.configuration()
        configuration.limits = limits
        configuration.now = { [time] in time.copy }
        let gateway = try makeGateway(network ?? service.network, maxActive: 100)
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
            journal: "/app", initial: Shelf(), catalog: Shelf.catalog, configuration: disk.configuration(),
            runtime: runtime)
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
