import Reactor
import ReactorTesting
import ReactorTestSupport

/// Collects the reports of a core.
final class Reports: Sendable {
    private let reports = Locked<[Runtime.Report]>([])
    private let gate = TestGate(isOpen: true)

    func add(_ report: Runtime.Report) {
        reports.withLock { $0.append(report) }
        gate.arrive()
    }

    /// Everything reported so far.
    var all: [Runtime.Report.Subject] { reports.copy.map(\.subject) }

    /// The sentences reported so far.
    var sentences: [String] { reports.copy.map(\.description) }

    /// The refusals reported so far.
    var refusals: [Refusal] { reports.copy.compactMap(\.refusal) }

    /// Returns after this number of reports.
    func reached(_ count: Int) async { await gate.arrived(count) }
}

extension Runtime {
    /// A runtime that reports here, with the clock and the random source of the test.
    static func testing(
        _ reports: Reports = Reports(), clock: ManualClock = ManualClock(),
        random: @escaping @Sendable () -> UInt64 = { 0 }, executor: CoreExecutor = .own
    ) -> Runtime {
        Runtime(clock: RuntimeClock(clock), random: random, executor: executor, report: { reports.add($0) })
    }
}
