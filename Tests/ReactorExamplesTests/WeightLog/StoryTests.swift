import Terminal
import Testing

@testable import WeightLog

@Suite("Story")
struct StoryTests {
    @Test("Whatever the seed, two weights are confirmed, one is withdrawn, and answers keep apart")
    func plans() {
        for seed in 0..<500 as Range<UInt64> {
            let plan = StoryPlan(seed: seed)
            #expect(plan == StoryPlan(seed: seed))
            #expect(plan.logged.count == 3 && plan.earlier.count == 2, "seed \(seed)")
            #expect(Set(plan.delays).count == 3, "seed \(seed)")
            #expect(plan.again.reading == plan.logged[plan.refused].reading, "seed \(seed)")
            #expect(plan.logged.allSatisfy { StoryConditions.toHundredGrams($0) != $0 }, "seed \(seed)")
        }
        #expect(Set((0..<50 as Range<UInt64>).map { StoryPlan(seed: $0).refused }) == [0, 1, 2])
    }

    @Test("It shows every weight at once, withdraws one with its reason, and ends with what the service has")
    func told() async throws {
        let sink = MemorySink()
        let clock = CountingClock()
        let story = Story(
            seed: 3, output: Output(to: sink, screen: .none, capacity: 0), clock: clock.runtime)
        try await story.tell()
        let plan = StoryPlan(seed: 3)
        let lines = sink.text.split(separator: "\n").map(String.init)
        for record in plan.logged {
            #expect(lines.contains { $0.contains("+ \(record.reading.day)") && $0.contains("shown at once") })
        }
        #expect(lines.count { $0.contains("✗") && $0.hasSuffix("withdrawn: \(plan.reason)") } == 1)
        #expect(lines.count { $0.contains("✓") } == 3)
        #expect(lines.count { $0.hasSuffix("confirmed") && $0.contains(" kg  ") } == 6)
        #expect(sink.text.contains("weightlog log 81.4"))
        #expect(!sink.text.contains("\u{1B}"))
    }

    @Test("Each step is told in a line")
    func narration() throws {
        let narration = Narration(screen: .none)
        let change = Change(id: 1, kind: .add([try record(1, "2026-01-02", "81.44")]))
        let elsewhere = WeightBook(records: [try record(2, "2026-01-03", "80")])
        var state = Weights()
        func tell(_ body: (inout Weights) -> Void) -> [String] {
            let old = state
            body(&state)
            return narration.lines(from: old, to: state)
        }
        #expect(
            tell { $0.react(to: ChangePredicted(change: change)) }
                == ["  + 2026-01-02  81.44 kg  shown at once, not confirmed yet"])
        #expect(
            tell { $0.react(to: RecordsArrived(book: WeightBook())) }
                == ["  ↻ refreshed: the service has 0 weights; 1 change still on top"])
        #expect(
            tell { $0.react(to: ChangeWithdrawn(id: 1, reason: "late")) }
                == ["  ✗ 2026-01-02  81.44 kg  withdrawn: late"])
        #expect(tell { $0.react(to: RefreshBegan()) } == [])
        #expect(
            tell { $0.react(to: RecordsArrived(book: elsewhere)) }
                == [
                    "  ↻ refreshed: the service has 1 weight",
                    "  ↻ 2026-01-03   80.0 kg  new: another device logged it",
                ])
    }
}
