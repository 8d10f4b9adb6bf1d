import Reactor
import Workloads

/// An actor whose method is awaited for each event.
struct AwaitedActor<Work: Workload>: Design {
    static var name: String { "bare actor, awaited" }

    private let store: Store

    private actor Store {
        let holder: Holder<Work>
        init(watch: Watch?) { holder = Holder(watch: watch) }
        func react(to event: any Event) { holder.react(to: event) }
        var attendance: Attendance { holder.state.attendance }
    }

    init(watch: Watch?) { store = Store(watch: watch) }

    func produce(_ count: Int, producer: Int) async {
        for sequence in 0..<count { await store.react(to: Work.event(sequence, producer: producer)) }
    }

    func notify(_ event: any Event, _ watch: Watch) async {
        await watch.wait(firing: { await store.react(to: event) })
    }

    func attendance(of count: Int) async -> Attendance { await store.attendance }
}
