import Reactor
import Testing

/// A simulation counts the schedule steps of its tasks: if a release build had fewer of them, a seed would be a different
/// session there.
@Suite("The steps of a task on an executor")
struct SpawningTests {
    private actor Place {
        private(set) var visits = 0
        func visit() { visits += 1 }
    }

    /// The number of steps until nothing waits.
    private func turns(on executor: StepExecutor) -> Int {
        var turns = 0
        while executor.step() { turns += 1 }
        return turns
    }

    @Test("It returns after its body, if nothing follows, in every build")
    func detached() {
        let executor = StepExecutor()
        let place = Place()
        Spawning.preferring(executor).detached { await place.visit() }
        // To begin, on the actor, and to end. Without its last line a release build has two.
        #expect(turns(on: executor) == 3)
    }
}
