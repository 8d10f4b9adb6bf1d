import ReactorTesting
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

/// Short ways to write records in tests.
func reading(_ day: String, _ kilograms: String) throws -> Reading {
    Reading(day: try Day(parsing: day), weight: try Weight(parsing: kilograms))
}

func record(_ id: Int, _ day: String, _ kilograms: String) throws -> WeightRecord {
    WeightRecord(id: id, reading: try reading(day, kilograms))
}

func randomReading(_ random: inout SeededRandom) throws -> Reading {
    let grams = random.number(in: 600...603) * 100
    return Reading(
        day: Day(ordinal: 20_454 + random.number(in: 0...2)), weight: try #require(Weight(grams: grams)))
}

extension WeightService {
    func add(_ records: [WeightRecord]) async throws -> SavedChange { try await carryOut([.add(records)]) }
    func update(_ record: WeightRecord) async throws -> SavedChange { try await carryOut([.update(record)]) }
    func delete(_ record: WeightRecord) async throws -> SavedChange { try await carryOut([.delete(record)]) }
}

extension ServiceCall {
    static func add(_ records: [WeightRecord]) -> Self { .change([.add(records)]) }
    static func update(_ record: WeightRecord) -> Self { .change([.update(record)]) }
    static func delete(_ record: WeightRecord) -> Self { .change([.delete(record)]) }
}
