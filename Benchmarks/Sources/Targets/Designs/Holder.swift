import Reactor
import Workloads

/// A state on the heap, and its subscriber.
final class Holder<Work: Workload>: @unchecked Sendable {
    // Sendable: the design that owns the holder ensures that one caller at a time has access.
    private(set) var state = Work()
    private let watch: Watch?

    init(watch: Watch?) { self.watch = watch }

    func react(to event: any Event) {
        state.react(to: event)
        watch?.notify(state.attendance.count)
    }
}
