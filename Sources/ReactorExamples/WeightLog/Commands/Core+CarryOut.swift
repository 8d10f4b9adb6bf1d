import Reactor

extension Core<Weights> {
    /// Shows a change at once, has the service do it, and puts what the service made of it in its place; or takes it back
    /// and says why.
    ///
    /// - Throws: what the service throws.
    nonisolated(nonsending) func carryOut(
        _ change: Change, _ body: nonisolated(nonsending) (any WeightService) async throws -> Change
    ) async throws {
        let parts = change.parts
        try await optimistically(
            ChangePredicted(change: parts[0]), about: change.touchedIDs, owner: Weights.self
        ) { prediction in
            if parts.count > 1 { prediction.append(parts.dropFirst().map { ChangePredicted(change: $0) }) }
            return .commit(with: try await body(dependencies.weights).parts.map { ChangeConfirmed(saved: $0) })
        } onFailure: { error in
            error is CancellationError ? [] : parts.map { ChangeWithdrawn(change: $0, reason: "\(error)") }
        }
    }
}
