import Reactor

extension Core<Weights> {
    /// Shows a change at once, has the service do it, and puts what the service made of it in its place; or takes it back
    /// and says why.
    ///
    /// - Throws: what the service throws.
    nonisolated(nonsending) func carryOut(
        _ change: Change, _ body: nonisolated(nonsending) (any WeightService) async throws -> Change
    ) async throws {
        try await optimistically(
            ChangePredicted(change: change), about: change.touchedIDs, scope: Weights.self
        ) { _ in
            .commit(with: [ChangeConfirmed(saved: try await body(dependencies.weights))])
        } onFailure: { error in
            error is CancellationError ? [] : [ChangeWithdrawn(change: change, reason: "\(error)")]
        }
    }
}
