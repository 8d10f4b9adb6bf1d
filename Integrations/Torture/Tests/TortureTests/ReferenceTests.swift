import Torture
import Testing

/// The rules can be obeyed: a client of one page obeys all of them.
@Suite struct ReferenceTests {
    @Test(arguments: Level.allCases)
    func theReferenceClientBreaksNoRule(_ level: Level) throws {
        var score = Score(level: level)
        try score.play(0..<UInt64(Loops.isThorough ? 20_000 : 1_000), on: ReferenceClient())
        #expect(score.failures == [:], "\(score.examples)")
    }
}
