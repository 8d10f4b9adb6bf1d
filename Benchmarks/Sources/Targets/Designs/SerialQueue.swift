import Dispatch
import Reactor
import Workloads

/// A serial queue and an asynchronous hop for each event: the design of the original Reactor.
struct SerialQueue<Work: Workload>: SynchronousDesign {
    static var name: String { "serial queue, async" }

    private let queue = DispatchQueue(label: "state")
    private let holder: Holder<Work>

    init(watch: Watch?) { holder = Holder(watch: watch) }

    func take(_ event: some Event) {
        queue.async { [holder] in holder.react(to: event) }
    }

    func attendance(of count: Int) async -> Attendance {
        await withCheckedContinuation { continuation in
            queue.async { [holder] in continuation.resume(returning: holder.state.attendance) }
        }
    }
}
