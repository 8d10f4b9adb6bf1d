import Reactor

/// Optimistic updates as they were published, kept to be compared with the ledger. Docs/PublishedPattern.md says where
/// each goes wrong.
enum PublishedPattern {
    /// Weights by their ids, and the message about the last failure.
    struct Log: State, Equatable {
        var weights: [Int: Double] = [:]
        var message: String?

        mutating func react(to event: any Event) {
            switch event {
            case let event as WeightAdded: weights[event.id] = event.kilograms
            case let event as WeightsReplaced: weights = event.weights
            case let event as LoggingFailed:
                weights = event.saved
                message = event.reason
            default: break
            }
        }
    }

    struct WeightAdded: Event {
        let id: Int
        let kilograms: Double
    }

    /// The records came from the network.
    struct WeightsReplaced: Event {
        let weights: [Int: Double]
    }

    /// Logging failed: the saved weights are put back.
    struct LoggingFailed: Event {
        let saved: [Int: Double]
        let reason: String
    }

    /// The network, by callbacks.
    protocol NetworkAccess: Sendable {
        func logWeight(_ id: Int, _ kilograms: Double, completion: @escaping @Sendable ((any Error)?) -> Void)
        func weights(completion: @escaping @Sendable ([Int: Double]) -> Void)
    }

    /// In three steps: the state of now is saved; the network is asked, and a failure puts the saved state back; the
    /// state is changed as if it had worked.
    struct LogWeightOrRestore: Command {
        let network: any NetworkAccess
        let id: Int
        let kilograms: Double

        func execute(state: Log, core: Core<Log>) {
            let saved = state.weights
            network.logWeight(id, kilograms) { error in
                guard let error else { return }
                core.fire(event: LoggingFailed(saved: saved, reason: "\(error)"))
            }
            core.fire(event: WeightAdded(id: id, kilograms: kilograms))
        }
    }

    /// Whatever the network answers, the records are fetched, and take the place of what is there.
    struct LogWeight: Command {
        let network: any NetworkAccess
        let id: Int
        let kilograms: Double

        func execute(state: Log, core: Core<Log>) {
            network.logWeight(id, kilograms) { _ in
                core.fire(command: GetWeightRecords(network: network))
            }
            core.fire(command: OptimisticallyAddWeightLog(id: id, kilograms: kilograms))
        }
    }

    struct OptimisticallyAddWeightLog: Command {
        let id: Int
        let kilograms: Double

        func execute(state: Log, core: Core<Log>) {
            core.fire(event: WeightAdded(id: id, kilograms: kilograms))
        }
    }

    struct GetWeightRecords: Command {
        let network: any NetworkAccess

        func execute(state: Log, core: Core<Log>) {
            network.weights { weights in core.fire(event: WeightsReplaced(weights: weights)) }
        }
    }
}
