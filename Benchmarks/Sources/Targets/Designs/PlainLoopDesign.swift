import Reactor
import Workloads

/// The plain loop, for one caller alone.
struct PlainLoopDesign<Work: Workload>: SynchronousDesign {
    static var name: String { "plain loop" }

    private let holder: Holder<Work>

    init(watch: Watch?) { holder = Holder(watch: watch) }

    func take(_ event: some Event) { holder.react(to: event) }

    func attendance(of count: Int) async -> Attendance { holder.state.attendance }
}
