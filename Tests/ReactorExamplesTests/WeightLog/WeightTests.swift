import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Weight")
struct WeightTests {
    @Test(
        "A weight is read to the gram, with a point or a comma",
        arguments: [
            ("81.4", 81_400), ("81,4", 81_400), ("081.40", 81_400), ("20", 20_000), ("500", 500_000),
            ("81.2345", 81_235),
            ("19.9996", 20_000), ("81.", nil), (".5", nil), ("", nil), ("-81", nil), ("+81", nil), ("8 1", nil),
            ("1,234.5", nil), ("1e2", nil), ("0x51", nil), ("nan", nil), ("٨١", nil),
        ] as [(String, Int?)])
    func kilograms(text: String, grams: Int?) throws {
        guard let grams else {
            #expect(throws: ReadingError.notAWeight(text)) { try Weight(parsing: text) }
            return
        }
        #expect(try Weight(parsing: text).grams == grams)
    }

    @Test(
        "Impossible weights are refused",
        arguments: [
            "19.99", "500.001", "0", "99999999999999999999999999", "00000000000000000000000099999999",
        ])
    func impossible(text: String) {
        #expect(throws: ReadingError.impossibleWeight(text)) { try Weight(parsing: text) }
    }

    @Test("Every weight in grams is read back from its text")
    func roundTrip() throws {
        for grams in stride(from: 20_000, through: 500_000, by: 7) {
            let weight = try #require(Weight(grams: grams))
            #expect(try Weight(parsing: weight.text) == weight)
        }
    }
}
