import ReactorTesting

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

/// The weight service on the other side of a simulated network.
struct SimulatedWeights: WeightService {
    let network: SimulatedService
    /// The parts of the service.
    let service = EmbeddedWeightService()

    // The names of calls contain their ids, so that the fate of each is independent of other calls.

    func list() async throws -> WeightBook { try await network.call("list") { try await service.list() } }

    func carryOut(_ changes: [Change]) async throws -> SavedChange {
        let names = changes.map { change in
            let ids = change.touchedIDs.map { "\($0)" }.joined(separator: "+")
            return switch change {
            case .add: "add \(ids)"
            case .update: "update \(ids)"
            case .delete: "delete \(ids)"
            }
        }
        return try await network.call(names.joined(separator: ", ")) { try await service.carryOut(changes) }
    }

    func deleteAll() async throws -> WeightBook {
        try await network.call("deleteAll") { try await service.deleteAll() }
    }
}
