import Torture
import Testing

/// The rules can be obeyed: a client of one page obeys all of them.
@Suite("The reference client")
struct ReferenceTests {
    @Test("The reference client breaks no rule", arguments: Level.allCases)
    func noFailures(_ level: Level) throws {
        var score = Score(level: level)
        try score.play(0..<UInt64(Loops.isThorough ? 20_000 : 1_000), on: ReferenceClient())
        #expect(score.failures == [:], "\(score.examples)")
    }
}
