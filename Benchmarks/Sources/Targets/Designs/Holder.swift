import Reactor
import Workloads

/// A state on the heap, and who is notified of it.
final class Holder<Work: Workload>: @unchecked Sendable {
    // Sendable: whoever owns it says so: its design lets one at a time in.
    private(set) var state = Work()
    private let watch: Watch?

    init(watch: Watch?) { self.watch = watch }

    func react(to event: any Event) {
        state.react(to: event)
        watch?.notify(state.attendance.count)
    }
}
