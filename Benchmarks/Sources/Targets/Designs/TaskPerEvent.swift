import Reactor
import Workloads

/// A task for each event, which calls an actor. It keeps no order.
struct TaskPerEvent<Work: Workload>: SynchronousDesign {
    static var name: String { "a task per event" }

    private let store: Store

    private actor Store {
        let holder: Holder<Work>
        var waiting: (count: Int, continuation: CheckedContinuation<Attendance, Never>)?

        init(watch: Watch?) { holder = Holder(watch: watch) }

        func react(to event: any Event) {
            holder.react(to: event)
            guard let waiting, holder.state.attendance.count == waiting.count else { return }
            self.waiting = nil
            waiting.continuation.resume(returning: holder.state.attendance)
        }

        func attendance(of count: Int) async -> Attendance {
            if holder.state.attendance.count == count { return holder.state.attendance }
            return await withCheckedContinuation { waiting = (count, $0) }
        }
    }

    init(watch: Watch?) { store = Store(watch: watch) }

    func take(_ event: some Event) {
        Task { [store] in await store.react(to: event) }
    }

    func attendance(of count: Int) async -> Attendance { await store.attendance(of: count) }
}
