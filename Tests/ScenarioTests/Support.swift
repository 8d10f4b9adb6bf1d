import Reactor
import ReactorTesting
import Synchronization

/// Values in the order in which they were noted, from any thread.
final class Notes<Value: Sendable>: Sendable {
    private let noted = Mutex<[Value]>([])

    func note(_ value: Value) { noted.withLock { $0.append(value) } }

    var all: [Value] { noted.withLock { $0 } }
}

/// A counter as the documentation of each library has one.
struct Counter: State, Equatable {
    var count = 0
    var isTracking = false
    var selected: Int?
    var log: [String] = []
    var child: Child?
    var rows: KeyedRows<Int, Child> = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as Added: count += event.amount
        case let event as Logged: log.append(event.text)
        case let event as Tracking: isTracking = event.isOn
        case let event as Selected: selected = event.id
        case is Opened: child = Child(id: 1)
        case is Closed: child = nil
        case let event as RowAdded: rows.append(Child(id: event.id))
        case let event as RowRemoved: rows.remove(id: event.id)
        case is Reset<Child>: child = child.map { Child(id: $0.id) }
        default: child?.react(to: event)
        }
    }
}

struct Child: State, Equatable, Identifiable {
    let id: Int
    var ticks = 0

    mutating func react(to event: any Event) {
        if event is Ticked { ticks += 1 }
    }
}

struct Added: Event, Equatable { var amount = 1 }
struct Logged: Event, Equatable { var text: String }
struct Tracking: Event, Equatable { var isOn: Bool }
struct Selected: Event, Equatable { var id: Int? }
struct Opened: Event {}
struct Closed: Event {}
struct RowAdded: Event { var id: Int }
struct RowRemoved: Event { var id: Int }
struct Ticked: Event {}
struct Failure: Error, Equatable {}

/// Logs a text once its gate lets it.
struct LogText: Command {
    var text: String
    var gate: TestGate<Void>?

    func execute(state: Counter, core: Core<Counter>) async throws {
        try await gate?.wait()
        core.fire(event: Logged(text: text))
    }
}
