import Reactor

/// Deletes every weight. Not optimistic: what cannot be brought back does not show as gone before it is.
struct EraseWeights: Command {
    func execute(state: Weights, core: Core<Weights>) async throws {
        try await core.dependencies.weights.deleteAll()
        core.fire(event: Reset<Weights>())
        core.fire(command: GetWeightRecords(), options: GetWeightRecords.options)
    }
}
