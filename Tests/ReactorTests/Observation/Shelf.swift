import Observation
import Reactor

/// The state that ObservableCores are read from: members that can be compared, nested ones, and one that cannot.
struct Shelf: State, Equatable {
    var first = 0
    var second = 0
    var box = Box()
    var ticks = 0

    struct Box: Equatable {
        var width = 1
        var height = 1
    }

    /// A value without ==.
    struct Label {
        var text: String
    }

    var label: Label { Label(text: "\(first)") }

    mutating func react(to event: any Event) {
        switch event {
        case let event as Put: self[keyPath: event.member] = event.value
        case is Ticked: ticks += 1
        default: break
        }
    }
}

/// A number was put somewhere.
struct Put: Event {
    let member: any WritableKeyPath<Shelf, Int> & Sendable
    let value: Int

    init(_ member: any WritableKeyPath<Shelf, Int> & Sendable, _ value: Int) {
        self.member = member
        self.value = value
    }
}

/// Time went by.
struct Ticked: Event {}

/// Reads a value whenever it is called, and counts its invalidations.
@MainActor
final class Reader {
    private(set) var invalidations = 0
    private let body: () -> Void

    /// Reads immediately.
    init(_ body: @escaping () -> Void) {
        self.body = body
        read()
    }

    func read() {
        withObservationTracking(body) { MainActor.assumeIsolated { self.invalidations += 1 } }
    }
}

/// The kind of core that an ObservableCore wraps.
enum Lying: CaseIterable {
    case onMain, elsewhere

    var executor: CoreExecutor { self == .onMain ? .main : .own }

    @MainActor
    func mirror<StateType: State>(
        _ state: StateType, middlewares: [any Middleware<StateType>] = [], reports: Reports = Reports()
    ) -> ObservableCore<StateType> {
        ObservableCore(Core(state: state, middlewares: middlewares, runtime: .testing(reports, executor: executor)))
    }
}
