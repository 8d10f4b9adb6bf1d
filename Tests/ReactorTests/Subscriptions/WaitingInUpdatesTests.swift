import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

/// The updates that an update waits for: all except itself, and only while it waits.
@Suite("Waiting inside of updates")
struct WaitingInUpdatesTests {
    private let executor = StepExecutor()
    private let gate = TestGate<Void>()

    private func makeCore() -> Core<Notes> { Core(state: Notes(), runtime: executor.runtime()) }

    /// Whether `body` has returned, now and at every later read.
    private func returning(_ body: @escaping @Sendable () async -> Void) -> Locked<Bool> {
        let hasReturned = Locked(false)
        executor.start {
            await body()
            hasReturned.withLock { $0 = true }
        }
        executor.run()
        return hasReturned
    }

    private func open(_ gate: TestGate<Void>) {
        gate.open()
        executor.run()
    }

    @Test("Waiters still wait for an update that waits for another core")
    func anotherCore() {
        let (core, other) = (makeCore(), makeCore())
        let slow = other.subscribe(to: \.numbers) { [gate] _ in try? await gate.wait() }
        let subscription = core.subscribe(to: \.numbers) { _ in await other.settled() }
        executor.run()
        let hasSettled = returning { await core.settled() }
        #expect(!hasSettled.copy)
        open(gate)
        #expect(hasSettled.copy)
        slow.cancel()
        subscription.cancel()
    }

    @Test("A task that an update started waits for that update, and no waiter is released early because of it")
    func startedTask() {
        let core = makeCore()
        let innerHasSettled = Locked(false)
        let subscription = core.subscribe(to: \.numbers) { [gate, executor] _ in
            inherit(on: executor) {
                await core.settled()
                innerHasSettled.withLock { $0 = true }
            }
            try? await gate.wait()
        }
        executor.run()
        let hasSettled = returning { await core.settled() }
        #expect(!hasSettled.copy && !innerHasSettled.copy)
        open(gate)
        #expect(hasSettled.copy && innerHasSettled.copy)
        subscription.cancel()
    }

    @Test("A task that outlived its update waits for the updates that came later")
    func outlivingTask() {
        let core = makeCore()
        let start = TestGate<Void>()
        let innerHasSettled = Locked(false)
        let subscription = core.subscribe(to: \.numbers) { [gate, executor] numbers in
            guard numbers.isEmpty else {
                try? await gate.wait()
                return
            }
            inherit(on: executor) {
                try? await start.wait()
                await core.settled()
                innerHasSettled.withLock { $0 = true }
            }
        }
        executor.run()
        core.fire(event: Noted(7))
        executor.run()
        open(start)
        #expect(!innerHasSettled.copy)
        open(gate)
        #expect(innerHasSettled.copy)
        subscription.cancel()
    }

    @Test("An update that waits for its own core returns, and waiters outside wait for the update")
    func ownCore() {
        let core = makeCore()
        let hasReturnedInside = Locked(false)
        let subscription = core.subscribe(to: \.numbers) { [gate] _ in
            await core.settled()
            hasReturnedInside.withLock { $0 = true }
            try? await gate.wait()
        }
        executor.run()
        #expect(hasReturnedInside.copy)
        let hasSettled = returning { await core.settled() }
        #expect(!hasSettled.copy)
        open(gate)
        #expect(hasSettled.copy)
        subscription.cancel()
    }

    @Test("An update waits for the other subscribers", arguments: [false, true])
    func others(isIdle: Bool) {
        let core = makeCore()
        let slow = core.subscribe(to: \.sum) { [gate] _ in try? await gate.wait() }
        let hasReturned = Locked(false)
        let subscription = core.subscribe(to: \.numbers) { _ in
            if isIdle { await core.idle() } else { await core.settled() }
            hasReturned.withLock { $0 = true }
        }
        executor.run()
        #expect(!hasReturned.copy)
        open(gate)
        #expect(hasReturned.copy)
        slow.cancel()
        subscription.cancel()
    }

    @Test("Updates that wait at the same time do not wait for each other", arguments: [2, 5], [false, true])
    func eachOther(count: Int, isIdle: Bool) {
        let core = makeCore()
        let returned = Locked(0)
        let subscriptions = (0..<count).map { _ in
            core.subscribe(to: \.numbers) { numbers in
                if isIdle { await core.idle() } else { await core.settled() }
                returned.withLock { $0 += 1 }
            }
        }
        executor.run()
        #expect(returned.copy == count)
        for number in 1...3 { core.fire(event: Noted(number)) }
        executor.run()
        #expect(returned.copy == 2 * count)
        #expect(returning { await core.settled() }.copy)
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test("Updates that wait, with later values pending, do not wait for the later values of other updates")
    func eachOtherWithMoreBehind() {
        let core = makeCore()
        let returned = Locked(0)
        let start = TestGate<Void>()
        let subscriptions = (0..<3).map { _ in
            core.subscribe(to: \.numbers, delivery: .every) { _ in
                try? await start.wait()
                await core.settled()
                returned.withLock { $0 += 1 }
            }
        }
        executor.run()
        for number in 1...4 { core.fire(event: Noted(number)) }
        executor.run()
        let hasSettled = returning { await core.settled() }
        open(start)
        #expect(returned.copy == 15 && hasSettled.copy)
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test("An update may wait while its subscriber has other subscriptions with something to deliver")
    func severalSubscriptions() {
        let core = makeCore()
        let waiter = Waiter(core)
        core.add(subscriber: waiter, selecting: \.numbers)
        core.add(subscriber: waiter, selector: { $0.ends.map { _ in 1 } })
        core.add(subscriber: waiter, selector: { $0.numbers.reversed() })
        core.fire(event: Noted(1))
        let hasSettled = returning { await core.settled() }
        #expect(hasSettled.copy && waiter.returned.copy >= 2)
    }
}

/// Starts a task that inherits everything from the current one, except the executor.
private func inherit(on executor: StepExecutor, _ body: @escaping @Sendable () async -> Void) {
    Task(executorPreference: executor, operation: body)
}

/// Waits for its core in each update.
private final class Waiter: Subscriber {
    private let core: Core<Notes>
    let returned = Locked(0)

    init(_ core: Core<Notes>) { self.core = core }

    func update(with state: [Int]) async {
        await core.settled()
        returned.withLock { $0 += 1 }
    }
}
