import Reactor

@testable import ExampleWeightLog

/// Predicts a weight, and forgets to resolve the prediction when it is refused.
struct ForgetfulLogWeight: LoggingCommand {
    let record: WeightRecord
    /// Holds what was predicted, so that it is not rolled back by being released.
    private static let forgotten = Guarded<[Prediction]>([])

    func execute(state: Weights, core: Core<Weights>) async throws {
        let change = Change.add([record])
        let prediction = core.predict(ChangePredicted(change: change), about: change.touchedIDs, owner: Weights.self)
        Self.forgotten.withLock { $0.append(prediction) }
        let saved = try await core.dependencies.weights.carryOut([.add([record])])
        prediction.commit(with: saved.events)
    }
}
