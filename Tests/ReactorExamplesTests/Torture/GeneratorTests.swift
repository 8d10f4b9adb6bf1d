import ExampleTorture
import Testing

@Suite struct GeneratorTests {
    @Test func aHistoryIsWhatItsTextSays() throws {
        for level in Level.allCases {
            for seed in 0..<200 as Range<UInt64> {
                let history = History(level: level, seed: seed)
                #expect(try History(text: history.text) == history)
            }
        }
    }
}
