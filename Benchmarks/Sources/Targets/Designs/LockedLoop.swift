import Reactor
import Synchronization
import Workloads

/// The plain loop with a lock: the caller applies the event.
struct LockedLoop<Work: Workload>: SynchronousDesign {
    static var name: String { "lock and loop" }

    private let guarded: Guarded

    private final class Guarded: Sendable {
        let holder: Mutex<Holder<Work>>
        init(watch: Watch?) { holder = Mutex(Holder(watch: watch)) }
    }

    init(watch: Watch?) { guarded = Guarded(watch: watch) }

    func take(_ event: some Event) { guarded.holder.withLock { $0.react(to: event) } }

    func attendance(of count: Int) async -> Attendance { guarded.holder.withLock { $0.state.attendance } }
}
