import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Canceling a subscription")
struct SubscriptionCancellationTests {
    @Test("After cancel has returned on the actor of the closure, the closure does not start again")
    @MainActor
    func onTheMainActor() async {
        for round in 0..<Loops.rounds(of: 20_000) {
            let core = Core(state: Notes(), runtime: .testing())
            let calls = Calls()
            let gate = TestGate(isOpen: true)
            let subscription = core.subscribe(to: \.sum, delivery: .every) { @MainActor _ in
                #expect(!calls.areOver, "round \(round)")
                calls.count += 1
                gate.arrive()
            }
            await gate.arrived()
            for _ in 0..<3 { core.fire(event: Noted(1)) }
            // Lets the core get somewhere, as far as it likes.
            _ = await core.read { $0.numbers.count }
            subscription.cancel()
            calls.areOver = true
            await core.settled()
            #expect((1...4).contains(calls.count))
        }
    }

    @Test(
        "A call that is waiting for the closure's actor when the subscription is canceled there does not start")
    func onItsWay() {
        let executor = StepExecutor()
        let core = Core(state: Notes(), runtime: executor.runtime())
        let calls = Locked(0)
        let subscription = core.subscribe(to: \.sum) { @Home _ in calls.withLock { $0 += 1 } }
        executor.run()
        // The call waits for the actor, on which the subscription is canceled before it.
        #expect(Home.executor.waiting == 1)
        subscription.cancel()
        Home.executor.run()
        executor.run()
        #expect(calls.copy == 0)
    }
}

/// A global actor whose jobs the test runs.
@globalActor
private actor Home {
    static let shared = Home()
    static let executor = StepExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { Home.executor.asUnownedSerialExecutor() }
}

@MainActor
private final class Calls {
    var count = 0
    var areOver = false
}
