import Reactor
import Workloads

/// The design of this package: a core.
struct ReactorCore<Work: Workload>: SynchronousDesign {
    static var name: String { "Reactor" }

    private let core: Core<Work>
    private let subscription: Subscription?

    init(watch: Watch?) {
        let core = Core(state: Work())
        self.core = core
        subscription = watch.map { watch in
            core.subscribe(to: Work.count, initial: false) { watch.notify($0) }
        }
    }

    func take(_ event: some Event) { core.fire(event: event) }

    func attendance(of count: Int) async -> Attendance { await core.read { $0.attendance } }

    func finish() { subscription?.cancel() }
}
