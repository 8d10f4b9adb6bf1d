import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

/// A value that is released may do anything in its deinit, for example cancel the subscription that released it.
///
/// Everything runs on the test's own thread. Code that takes a lock twice would block it, and the suite with it.
@Suite("A value whose deinit cancels its own subscription")
struct SelfCancellingValueTests {
    private let executor = StepExecutor()
    private let core: Core<Shown>
    private let subscription = Locked<Subscription?>(nil)
    private let delivered = Locked<[Int]>([])
    private let gate = TestGate<Void>()

    init() { core = Core(state: Shown(), runtime: executor.runtime()) }

    /// Shows a value that cancels when it ends.
    private func show(_ number: Int) {
        let sentinel = Sentinel { [subscription] in subscription.copy?.cancel() }
        core.fire(event: Showed(value: Ending(number: number, sentinel: sentinel)))
    }

    private func showPlain(_ number: Int) { core.fire(event: Showed(value: Ending(number: number))) }

    /// Subscribes with a closure that waits at the gate in its first update.
    private func subscribe(_ delivery: Delivery = .latest, isCompared: Bool = true) {
        let body: @Sendable (Int) async -> Void = { [delivered, gate] number in
            delivered.withLock { $0.append(number) }
            try? await gate.wait()
        }
        subscription.withLock {
            $0 =
                isCompared
                ? core.subscribe(to: \.value, delivery: delivery) { await body($0.number) }
                : core.subscribe(delivery: delivery) { await body($0.value.number) }
        }
        executor.run()
    }

    private func finish(_ expected: [Int]) {
        gate.open()
        showPlain(99)
        executor.run()
        #expect(delivered.copy == expected)
    }

    @Test("Is released while it waits and a newer one replaces it", arguments: [false, true])
    func replaced(isCompared: Bool) {
        subscribe(isCompared: isCompared)
        show(1)
        executor.run()
        showPlain(2)
        executor.run()
        finish([0])
    }

    @Test("A value ends after its notification, when the next value follows", arguments: [false, true])
    func delivered(isCompared: Bool) {
        gate.open()
        subscribe(isCompared: isCompared)
        show(1)
        executor.run()
        showPlain(2)
        executor.run()
        finish(delivered.copy)
        #expect(delivered.copy.prefix(2) == [0, 1])
    }

    @Test("Is released because the subscription is canceled while it waits", arguments: [false, true])
    func cancelled(isEvery: Bool) {
        subscribe(isEvery ? .every : .latest, isCompared: !isEvery)
        show(1)
        if isEvery { show(2) }
        executor.run()
        showPlain(3)
        subscription.copy?.cancel()
        executor.run()
        finish([0])
    }

    @Test("A value ends in a slow loop over updates", arguments: [false, true])
    func loop(isEvery: Bool) {
        executor.start { [core, delivered, gate] in
            for await value in core.updates(of: \.value, delivery: isEvery ? .every : .latest) {
                delivered.withLock { $0.append(value.number) }
                try? await gate.wait()
            }
        }
        executor.run()
        // Each value reads the core again in its deinit.
        let sentinel = { Sentinel { [core] in core.fire(event: Noted(1)) } }
        for number in 1...3 {
            core.fire(event: Showed(value: Ending(number: number, sentinel: sentinel())))
            executor.run()
        }
        showPlain(0)
        executor.run()
        gate.open()
        executor.run()
        // A subscriber of every event receives the events of the deinits, too.
        #expect(delivered.copy == (isEvery ? [0, 1, 2, 3, 0, 0, 0, 0] : [0]))
    }

    @Test("A value is compared outside of the lock, and a comparison can cancel")
    func comparison() {
        subscribe()
        let number = Locked(0)
        showPlain(1)
        executor.run()
        core.fire(
            event: Showed(
                value: Ending(
                    number: 2,
                    whenCompared: { [subscription] in
                        number.withLock { $0 += 1 }
                        subscription.copy?.cancel()
                    })))
        executor.run()
        finish([0])
        #expect(number.copy > 0)
    }
}

private struct Shown: State {
    var value = Ending(number: 0)

    mutating func react(to event: any Event) {
        if let event = event as? Showed { value = event.value }
    }
}

private struct Showed: Event { var value: Ending }

/// Equal by its number; may do something when it is compared, and when it ends.
private struct Ending: Equatable {
    var number: Int
    var sentinel: Sentinel?
    var whenCompared: (@Sendable () -> Void)?

    static func == (left: Ending, right: Ending) -> Bool {
        left.whenCompared?()
        right.whenCompared?()
        return left.number == right.number
    }
}
