import ReactorState
import ReactorTestSupport
import Testing

@testable import ReactorStateSupport

@Suite("Ledger fuzz")
struct LedgerFuzzTests {
    /// Eight lanes, so that they can run side by side.
    private static let lanes = 8
    /// About 62,500 histories with 28 steps on average, so that all lanes have 500,000.
    private static let stepsEachLane = Loops.rounds(of: 1_750_000)

    @Test("Random operations show the same as the naive model, after every operation", arguments: 0..<lanes)
    func agreesWithTheModel(lane: Int) {
        let outcome = Self.run(LedgerUnderTest.self, lane: lane, steps: Self.stepsEachLane)
        #expect(outcome.steps >= Self.stepsEachLane)
        if let failure = outcome.failure { Issue.record("\(failure)") }
    }

    @Test("The random operations reach every refusal, and many concurrent predictions")
    func reachesEverything() {
        var refusals: Set<String> = []
        var mostPending = 0
        for seed in 0..<200 {
            var generator = LedgerScriptGenerator(seed: UInt64(seed))
            var model = NaiveLedger()
            for step in generator.script().steps {
                model.perform(step)
                let sight = model.sight
                mostPending = max(mostPending, sight.pending.count)
                if let refusal = sight.refusal, let name = Mirror(reflecting: refusal).children.first?.label {
                    refusals.insert(name)
                }
            }
        }
        #expect(
            refusals.sorted() == [
                "alreadyBegun", "alreadyMarked", "alreadyResolved", "markAlreadyUsed", "neverBegun", "neverMarked",
                "resetOutOfPlace",
            ])
        #expect(mostPending >= 6)
    }

    struct Failure: CustomStringConvertible {
        var seed: UInt64
        var shortest: LedgerDifference

        var description: String { "seed \(seed), shortest script:\n\(shortest)" }
    }

    static func run<Subject: LedgerSubject>(
        _ subject: Subject.Type, lane: Int, steps: Int
    ) -> (steps: Int, failure: Failure?) {
        var done = 0
        var seed = UInt64(lane) << 32
        while done < steps {
            var generator = LedgerScriptGenerator(seed: seed)
            let script = generator.script()
            if let shortest = script.shrunk(for: subject) {
                return (done, Failure(seed: seed, shortest: shortest))
            }
            done += script.steps.count
            seed += 1
        }
        return (done, nil)
    }
}
