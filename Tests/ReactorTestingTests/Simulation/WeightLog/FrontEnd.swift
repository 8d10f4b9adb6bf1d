import Reactor
import ReactorTesting

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

/// Something that shows the weights of one service: a phone, a tablet.
final class FrontEnd: Sendable {
    let core: Core<Weights>
    private let shownWeights = Guarded(Weights())
    private let shownBook = Guarded(WeightBook())
    private let landedOnPending = Guarded(false)
    private let subscriptions = Guarded<[Subscription]>([])

    /// - Parameter isPlain: without a middleware, which takes another way through the core.
    init(_ name: String, isPlain: Bool, service: SimulatedWeights, in sim: Simulation) {
        var dependencies = Dependencies()
        dependencies.weights = service
        if isPlain {
            core = Core(state: Weights(), dependencies: dependencies, runtime: sim.runtime(name))
            sim.watch(core, name)
        } else {
            core = sim.core(name, state: Weights(), dependencies: dependencies)
        }
        let whole = core.subscribe { [shownWeights, landedOnPending] weights in
            let last = shownWeights.withLock { last in
                defer { last = weights }
                return last
            }
            if weights.refreshes > last.refreshes, !weights.pending.isEmpty { landedOnPending.withLock { $0 = true } }
        }
        let book = core.subscribe(to: \.book) { [shownBook] book in shownBook.withLock { $0 = book } }
        subscriptions.withLock { $0 = [whole, book] }
    }

    /// The state that the user sees.
    var shown: Weights { shownWeights.withLock { $0 } }

    /// The values of a view of the book alone.
    var bookShown: WeightBook { shownBook.withLock { $0 } }

    /// Whether a refresh arrived while something was pending.
    var hasLandedOnPending: Bool { landedOnPending.withLock { $0 } }

    func refresh() { core.fire(command: GetWeightRecords()) }

    /// Changes of one record are sent one after another; changes of different ones concurrently.
    @discardableResult
    func fire(_ change: some Command<Weights>, of id: Int) -> CommandHandle {
        core.fire(command: change, options: CommandOptions(id: "weights.\(id)", policy: .enqueue))
    }
}
