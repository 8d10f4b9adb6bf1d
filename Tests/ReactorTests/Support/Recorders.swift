import Reactor
import ReactorTesting
import ReactorTestSupport

/// A subscriber that is an actor and stores the values that it received.
actor ActorRecorder<Value: Sendable>: Subscriber {
    private(set) var values: [Value] = []

    func update(with state: Value) { values.append(state) }
}

/// A subscriber that is a class without isolation, and stores the values that it received; it can be read at any time. It stops
/// at its gate in each update.
final class Recorder<Value: Sendable>: Subscriber {
    private let delivered = Locked<[Value]>([])
    let gate: TestGate<Void>

    /// A recorder; without a gate it never stops.
    init(gate: TestGate<Void> = TestGate(isOpen: true)) { self.gate = gate }

    var values: [Value] { delivered.copy }

    func update(with state: Value) async {
        delivered.withLock { $0.append(state) }
        try? await gate.wait()
    }
}

/// A state as something that cannot be compared, so that every delivery counts.
struct Incomparable<Seen: Sendable>: Sendable {
    var seen: Seen

    init(_ seen: Seen) { self.seen = seen }
}

/// A subscriber of the main actor whose update is synchronous.
@MainActor
final class MainRecorder<Value: Sendable>: Subscriber {
    private(set) var values: [Value] = []

    func update(with state: Value) { values.append(state) }
}
