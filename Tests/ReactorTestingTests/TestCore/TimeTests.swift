import Reactor
import ReactorTesting
import Testing

@Suite("Time in a test core")
struct TimeTests {
    let core = TestCore(state: Scales())

    @Test("A long advance wakes the sleepers one after another, each at its own time")
    func stepwise() async throws {
        let clock = core.clock
        try await core.perform { core in
            for _ in 0..<3 {
                try await clock.sleep(for: .seconds(10))
                core.fire(event: WeightSaved(id: Int(clock.now.offset.components.seconds)))
            }
        }
        await core.advance(by: .seconds(60))
        for seconds in [10, 20, 30] { try await core.receive(WeightSaved(id: seconds)) }
        #expect(core.clock.now.offset == .seconds(60))
        try await core.finish()
    }

    @Test("The jitter of retries is drawn from the seed")
    func jitter() async throws {
        func wait(seed: UInt64) async throws -> Duration {
            let core = TestCore(state: Scales(), exhaustive: false, seed: seed)
            core.stub(SaveNow.self, failingWith: Broken())
            try await core.fire(command: SaveNow(id: 1), options: CommandOptions(retry: .exponential(attempts: 2)))
            return try await core.advanceToNextSleeper()
        }
        #expect(try await wait(seed: 1) == wait(seed: 1))
        #expect(try await wait(seed: 1) != wait(seed: 2))
    }

    @Test("Advancing to the next sleeper fails if no task sleeps")
    func nobody() async {
        let text = await failure { try await core.advanceToNextSleeper() }
        #expect(text.contains("No task is sleeping on the clock"))
    }
}
