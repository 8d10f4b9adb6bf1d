import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

/// Who is waited for when a subscription has ended in its place in the order, but not for its subscriber yet.
@Suite("Waiting for those who leave")
struct SettlingTests {
    private let executor = StepExecutor()
    private let recorder = Recorder<[Int]>(gate: Gate<Void>())

    private func makeCore() -> Core<Notes> { Core(state: Notes(), runtime: executor.runtime()) }

    /// Whether `body` has returned, now and whenever it is asked.
    private func returning(_ body: @escaping @Sendable () async -> Void) -> Locked<Bool> {
        let hasReturned = Locked(false)
        executor.start {
            await body()
            hasReturned.withLock { $0 = true }
        }
        executor.run()
        return hasReturned
    }

    @Test("Settling waits for what is still delivered to a removed subscriber")
    func removed() {
        let core = makeCore()
        core.add(subscriber: recorder, selecting: \.numbers, delivery: .every)
        core.fire(event: Noted(1))
        core.remove(subscriber: recorder)
        core.fire(event: Noted(2))
        let hasSettled = returning { await core.settled() }
        #expect(recorder.values == [[]] && !hasSettled.copy)
        recorder.gate.letThrough()
        executor.run()
        #expect(recorder.values == [[], [1]] && !hasSettled.copy)
        recorder.gate.open()
        executor.run()
        #expect(recorder.values == [[], [1]] && hasSettled.copy)
    }

    @Test("Settling does not wait for a subscriber whose removal is long over")
    func removedLongAgo() {
        let core = makeCore()
        recorder.gate.open()
        core.add(subscriber: recorder, selecting: \.numbers)
        core.remove(subscriber: recorder)
        executor.run()
        #expect(returning { await core.settled() }.copy)
    }

    @Test("A subscriber that removes itself in an update may settle there")
    func removesItself() {
        let core = makeCore()
        let hasSettled = Locked(false)
        let leaver = Leaver { leaver in
            core.remove(subscriber: leaver)
            await core.settled()
            hasSettled.withLock { $0 = true }
        }
        core.add(subscriber: leaver, selecting: \.numbers)
        executor.run()
        #expect(hasSettled.copy)
    }

    @Test("Closing waits until the last state was delivered")
    func closing() {
        let core = makeCore()
        core.add(subscriber: recorder, selecting: \.numbers)
        executor.run()
        core.fire(event: Noted(1))
        let hasClosed = returning { await core.close() }
        #expect(!hasClosed.copy)
        recorder.gate.open()
        executor.run()
        #expect(recorder.values == [[], [1]] && hasClosed.copy)
    }
}

/// Does something in its updates.
private final class Leaver: Subscriber {
    private let body: @Sendable (Leaver) async -> Void

    init(_ body: @escaping @Sendable (Leaver) async -> Void) { self.body = body }

    func update(with state: [Int]) async { await body(self) }
}
