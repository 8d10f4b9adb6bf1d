import ReactorTerminal
import Testing

@testable import ExampleWeightLog

/// Short ways to write records in tests.
func reading(_ day: String, _ kilograms: String) throws -> Reading {
    Reading(day: try Day(parsing: day), weight: try Weight(parsing: kilograms, unit: .kilograms))
}

func record(_ id: Int, _ day: String, _ kilograms: String) throws -> WeightRecord {
    WeightRecord(id: id, reading: try reading(day, kilograms))
}

func randomReading(_ random: inout SeededRandom) throws -> Reading {
    let grams = random.number(in: 600...603) * 100
    return Reading(
        day: Day(ordinal: 20_454 + random.number(in: 0...2)), weight: try #require(Weight(grams: grams)))
}
