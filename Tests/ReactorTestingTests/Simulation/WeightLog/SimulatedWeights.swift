import ReactorTesting

@testable import ExampleWeightLog

/// The weight service on the other side of a simulated network.
struct SimulatedWeights: WeightService {
    let network: SimulatedService
    /// What the service is made of.
    let service = EmbeddedWeightService()

    // Calls are named with what they are about, so that each has its own fate whatever else is called.

    func list() async throws -> WeightBook { try await network.call("list") { try await service.list() } }

    func add(_ records: [WeightRecord]) async throws -> SavedChange {
        let ids = records.map { "\($0.id)" }.joined(separator: "+")
        return try await network.call("add \(ids)") { try await service.add(records) }
    }

    func update(_ record: WeightRecord) async throws -> SavedChange {
        try await network.call("update \(record.id)") { try await service.update(record) }
    }

    func delete(_ id: Int) async throws -> SavedChange {
        try await network.call("delete \(id)") { try await service.delete(id) }
    }

    func deleteAll() async throws -> WeightBook {
        try await network.call("deleteAll") { try await service.deleteAll() }
    }
}
