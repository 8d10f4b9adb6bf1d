import Reactor

extension Core<Weights> {
    /// Has the service do what was predicted, and settles the prediction by its answer. Either way the service's
    /// records are fetched afterwards, so that what shows is the truth in the end.
    ///
    /// - Throws: what the service throws, after the prediction was withdrawn.
    nonisolated(nonsending) func carryOut(
        _ change: Change, _ body: nonisolated(nonsending) (any WeightService) async throws -> Change.Kind
    ) async throws {
        defer { fire(command: GetWeightRecords(), options: GetWeightRecords.options) }
        do {
            fire(event: ChangeConfirmed(id: change.id, saved: try await body(dependencies.weights)))
        } catch {
            fire(event: ChangeWithdrawn(id: change.id, reason: "\(error)"))
            throw error
        }
    }
}
