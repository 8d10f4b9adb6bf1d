import Reactor

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

/// Predicts a weight, and does not resolve the prediction when it is refused.
struct ForgetfulLogWeight: LoggingCommand {
    let record: WeightRecord
    /// Retains the prediction, so that it is not rolled back by its release.
    private static let forgotten = Guarded<[Prediction]>([])

    func execute(state: Weights, core: Core<Weights>) async throws {
        let change = Change.add([record])
        let prediction = core.predict(ChangePredicted(change: change), about: change.touchedIDs, owner: Weights.self)
        Self.forgotten.withLock { $0.append(prediction) }
        let saved = try await core.dependencies.weights.carryOut([.add([record])])
        prediction.commit(with: saved.events)
    }
}
