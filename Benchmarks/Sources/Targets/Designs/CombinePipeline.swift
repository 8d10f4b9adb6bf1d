import OpenCombine
import Reactor
import Synchronization
import Workloads

/// A subject, a scan and a sink, with a lock, because a subject requires that its callers do not overlap.
struct CombinePipeline<Work: Workload>: SynchronousDesign {
    static var name: String { "OpenCombine" }

    private let pipeline: Pipeline

    private final class Pipeline: Sendable {
        private let content: Mutex<Content>

        init(watch: Watch?) { content = Mutex(Content(watch: watch)) }

        func send(_ event: any Event) { content.withLock { $0.subject.send(event) } }

        var attendance: Attendance { content.withLock { $0.newest.attendance } }
    }

    private final class Content {
        let subject = PassthroughSubject<any Event, Never>()
        private(set) var newest = Work()
        private var sink: AnyCancellable?

        init(watch: Watch?) {
            sink = subject.scan(Work()) { state, event in
                var state = state
                state.react(to: event)
                return state
            }
            .sink { [unowned self] state in
                newest = state
                watch?.notify(state.attendance.count)
            }
        }
    }

    init(watch: Watch?) { pipeline = Pipeline(watch: watch) }

    func take(_ event: some Event) { pipeline.send(event) }

    func attendance(of count: Int) async -> Attendance { pipeline.attendance }
}
