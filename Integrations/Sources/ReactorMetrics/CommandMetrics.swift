public import CoreMetrics
import Metrics
public import Reactor
import Synchronization

/// Counts and times the commands and events of a core.
///
/// ```swift
/// let metrics = CommandMetrics(core: "cart")
/// var runtime = Runtime.live
/// runtime.observers = [metrics]
/// runtime.report = { metrics.report($0) }
/// ```
///
/// Every metric has the dimension `core`. No id is a dimension, so there are as many series as there are types.
///
/// | metric | dimensions | kind |
/// |---|---|---|
/// | `reactor_events_applied` | `event` | counter |
/// | `reactor_refused` | `event`, `reason`; of events and of commands | counter |
/// | `reactor_command_duration` | `command`, `outcome` | timer, from launch to end |
/// | `reactor_command_retries` | `command` | counter |
/// | `reactor_commands_running` | | gauge: launched and not ended |
/// | `reactor_events_waiting` | | gauge, by ``sample(_:)`` |
/// | `reactor_predictions_pending` | | gauge, by ``samplePredictions(_:)`` |
///
/// A closed core reports its refusals once for each type, so `reason` `closed` counts no more than that.
public final class CommandMetrics: CommandObserver {
    private struct Series: Hashable {
        let label: String
        let dimensions: [String]
    }

    private struct Content {
        var counters: [Series: Counter] = [:]
        var timers: [Series: Timer] = [:]
        var launched: [UInt64: ContinuousClock.Instant] = [:]
    }

    private let core: String
    private let factory: any MetricsFactory
    private let now: @Sendable () -> ContinuousClock.Instant
    private let running: Gauge
    private let waiting: Gauge
    private let pending: Gauge
    private let content = Mutex(Content())

    /// The metrics of one core.
    ///
    /// - Parameters:
    ///   - core: The dimension `core` of every metric.
    ///   - factory: The factory of the metrics; by default that of the process.
    ///   - now: The clock for durations.
    public init(
        core: String, factory: any MetricsFactory = MetricsSystem.factory,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.core = core
        self.factory = factory
        self.now = now
        running = Gauge(label: "reactor_commands_running", dimensions: [("core", core)], factory: factory)
        waiting = Gauge(label: "reactor_events_waiting", dimensions: [("core", core)], factory: factory)
        pending = Gauge(label: "reactor_predictions_pending", dimensions: [("core", core)], factory: factory)
    }

    public func launched(_ command: ObservedCommand) {
        let count = content.withLock { content in
            content.launched[command.launch] = now()
            return content.launched.count
        }
        running.record(count)
    }

    public nonisolated(nonsending) func attempt(
        _ command: ObservedCommand, number: Int, _ body: nonisolated(nonsending) () async throws -> Void
    ) async throws {
        if number > 1 { counter("reactor_command_retries", [("command", command.name)]).increment() }
        try await body()
    }

    public func ended(_ command: ObservedCommand, _ outcome: CommandOutcome) {
        let word =
            switch outcome {
            case .finished: "finished"
            case .failed: "failed"
            case .cancelled: "cancelled"
            case .dropped: "dropped"
            }
        let (count, began) = content.withLock { content in
            let began = content.launched.removeValue(forKey: command.launch)
            return (content.launched.count, began)
        }
        running.record(count)
        guard let began else { return }
        let duration = now() - began
        timer("reactor_command_duration", [("command", command.name), ("outcome", word)]).record(duration: duration)
    }

    public func applied(_ event: any Event, by launch: UInt64?) {
        counter("reactor_events_applied", [("event", "\(type(of: event))")]).increment()
    }

    /// Counts a refusal: for ``Runtime/report``.
    public func report(_ report: Runtime.Report) {
        guard let refusal = report.refusal else { return }
        counter("reactor_refused", [("event", refusal.type), ("reason", "\(refusal.reason)")]).increment()
    }

    /// Records the number of waiting events, which only the core knows. Call it at intervals.
    ///
    /// It returns immediately, even while the core applies an event.
    public func sample<StateType: State>(_ core: Core<StateType>) { waiting.record(core.waitingEvents) }

    /// Records the number of pending predictions. Call it at intervals; it waits for the event that the core is applying.
    public func samplePredictions<StateType: State>(_ core: Core<StateType>) async {
        pending.record(await core.pending.count)
    }

    private func counter(_ label: String, _ dimensions: [(String, String)]) -> Counter {
        let series = Series(label: label, dimensions: dimensions.map(\.1))
        return content.withLock { content in
            if let counter = content.counters[series] { return counter }
            let counter = Counter(label: label, dimensions: [("core", core)] + dimensions, factory: factory)
            content.counters[series] = counter
            return counter
        }
    }

    private func timer(_ label: String, _ dimensions: [(String, String)]) -> Timer {
        let series = Series(label: label, dimensions: dimensions.map(\.1))
        return content.withLock { content in
            if let timer = content.timers[series] { return timer }
            let timer = Timer(label: label, dimensions: [("core", core)] + dimensions, factory: factory)
            content.timers[series] = timer
            return timer
        }
    }
}
