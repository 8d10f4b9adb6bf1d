import Reactor
import Workloads

/// A way to store a state that events change, as in programs.
///
/// Each design is written as its users would write it: it contains nothing superfluous, and everything that access from several
/// threads requires.
protocol Design<Work>: Sendable {
    associatedtype Work: Workload

    static var name: String { get }

    /// Creates a new design; `watch` receives the number of applied events after each event.
    init(watch: Watch?)

    /// Fires all events of one producer.
    func produce(_ count: Int, producer: Int) async

    /// Fires one event, and waits until the watch was notified of it.
    func notify(_ event: any Event, _ watch: Watch) async

    /// The attendance, when all of `count` events are applied.
    func attendance(of count: Int) async -> Attendance

    /// Releases resources that are not released automatically.
    func finish()
}

extension Design {
    func finish() {}
}

/// A design whose firing returns without waiting for other callers.
protocol SynchronousDesign: Design, EventSink {}

extension SynchronousDesign {
    func produceNow(_ count: Int, producer: Int) {
        var sink = self
        Work.produce(count, producer: producer, into: &sink)
    }

    func produce(_ count: Int, producer: Int) async { produceNow(count, producer: producer) }

    func notify(_ event: any Event, _ watch: Watch) async {
        await watch.wait {
            var sink = self
            sink.take(event)
        }
    }
}
