import Reactor
import ReactorTestSupport
import Testing

/// A simulation counts the turns of its tasks: where a release build had fewer of them, a seed would be another session there.
@Suite("The turns of a task on an executor", .enabled(if: StepExecutor.isAvailable))
struct SpawningTests {
    private actor Place {
        private(set) var visits = 0
        func visit() { visits += 1 }
    }

    /// How many turns it takes until nothing waits.
    private func turns(on executor: StepExecutor) -> Int {
        var turns = 0
        while executor.step() { turns += 1 }
        return turns
    }

    @Test("It comes back behind its body, where nothing follows that, in every build")
    func detached() {
        guard #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) else { return }
        let executor = StepExecutor()
        let place = Place()
        Spawning.preferring(executor).detached { await place.visit() }
        // To begin, on the actor, and to end. Without its last line a release build has two.
        #expect(turns(on: executor) == 3)
    }
}
