import Reactor
import Workloads

/// An `AsyncStream` of events, and one task that takes them.
struct StreamOfEvents<Work: Workload>: SynchronousDesign {
    static var name: String { "AsyncStream" }

    private let events: AsyncStream<any Event>.Continuation
    private let consumer: Task<Attendance, Never>

    init(watch: Watch?) {
        let (stream, events) = AsyncStream.makeStream(of: (any Event).self)
        self.events = events
        consumer = Task {
            let holder = Holder<Work>(watch: watch)
            for await event in stream { holder.react(to: event) }
            return holder.state.attendance
        }
    }

    func take(_ event: some Event) { events.yield(event) }

    func attendance(of count: Int) async -> Attendance {
        events.finish()
        return await consumer.value
    }

    func finish() { events.finish() }
}
