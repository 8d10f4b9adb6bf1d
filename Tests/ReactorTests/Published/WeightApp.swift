import Reactor
import ReactorTestSupport

/// The app of the published command: its own `State` names the type there, as it does in an app's module.
enum WeightApp {}

extension WeightApp {
    /// The state of the app.
    struct State: Reactor.State {
        var user: User?
        var weights: [Double] = []

        mutating func react(to event: any Reactor.Event) {
            switch event {
            case let event as SignedIn: user = event.user
            case let event as WeightAdded: weights.append(event.weight)
            case let event as WeightsLoaded: weights = event.weights
            default: break
            }
        }
    }

    struct User: Sendable {
        var id: Int
    }

    struct SignedIn: Reactor.Event { var user: User }
    struct WeightAdded: Reactor.Event { var weight: Double }
    struct WeightsLoaded: Reactor.Event { var weights: [Double] }

    /// The network of the snippet: it returns immediately, and calls back later.
    protocol WeightLossNetworkAccess: Sendable {
        func logWeight(_ user: Int, weight: Double, completion: @escaping @Sendable (Bool) -> Void)
        func records() -> [Double]
    }

    /// A server in memory, which responds when the test allows it.
    struct WeightLossNetworkAPIAccess: WeightLossNetworkAccess {
        static let server = Locked(Server())

        struct Server {
            var records: [Double] = []
            var answers: [@Sendable () -> Void] = []
        }

        func logWeight(_ user: Int, weight: Double, completion: @escaping @Sendable (Bool) -> Void) {
            Self.server.withLock { server in
                server.records.append(weight.rounded())
                server.answers.append { completion(true) }
            }
        }

        func records() -> [Double] { Self.server.withLock { $0.records } }
    }

    enum Logger {
        static let warnings = Locked<[String]>([])

        static func warning(_ text: String) { warnings.withLock { $0.append(text) } }
    }

    struct OptimisticallyAddWeightLog: Command {
        var weight: Double

        func execute(state: State, core: Core<State>) { core.fire(event: WeightAdded(weight: weight)) }
    }

    struct GetWeightRecords: Command {
        func execute(state: State, core: Core<State>) {
            core.fire(event: WeightsLoaded(weights: WeightLossNetworkAPIAccess().records()))
        }
    }
}
