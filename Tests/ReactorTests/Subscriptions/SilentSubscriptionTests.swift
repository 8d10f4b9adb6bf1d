import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

/// Subscriptions that can never be notified, because an object that must be retained was released.
@Suite("Released subscriptions")
struct SilentSubscriptionTests {
    private let executor = StepExecutor()
    private let reports = Reports()
    private let core: Core<Notes>

    init() { core = Core(state: Notes(), runtime: executor.runtime(report: { [reports] in reports.add($0) })) }

    @Test(
        "A subscriber that was released before its first update is reported, with its type and the line",
        arguments: [true, false])
    func temporarySubscriber(initial: Bool) {
        core.add(subscriber: Recorder<[Int]>(), selecting: \.numbers, initial: initial)
        executor.run()
        core.fire(event: Noted(1))
        executor.run()
        #expect(reports.all.count == 1)
        #expect(reports.sentences.first?.contains("Recorder<Array<Int>>") == true)
        #expect(reports.sentences.first?.contains("SilentSubscriptionTests.swift:") == true)
    }

    @Test("The same line is reported once")
    func once() {
        for number in 1...10 {
            core.add(subscriber: Recorder<Notes>())
            _ = core.subscribe(to: \.sum) { _ in }
            core.fire(event: Noted(number))
            executor.run()
        }
        #expect(reports.all.count == 2)
    }

    @Test("A subscription that is released immediately is reported, with the line", arguments: [true, false])
    func releasedToken(initial: Bool) {
        _ = core.subscribe(to: \.numbers, initial: initial) { _ in }
        executor.run()
        #expect(reports.all.count == 1)
        #expect(reports.sentences.first?.contains("SilentSubscriptionTests.swift:") == true)
    }

    @Test("A subscription that is released after its delivery has begun, and before its closure is called, is reported")
    func releasedBeforeTheCall() {
        let other = StepExecutor()
        let room = Room(executor: other)
        do {
            let subscription = other.run { [core] in await room.subscribe(to: core) }
            executor.run()
            #expect(other.waiting == 1, "the call waits for the actor")
            withExtendedLifetime(subscription) {}
        }
        executor.run()
        other.run()
        executor.run()
        #expect(room.calls.copy == 0)
        #expect(reports.all.count == 1)
    }

    @Test("A subscription that was canceled, removed, notified, or retained until nothing had changed is not reported")
    func silence() {
        core.subscribe(to: \.numbers) { _ in }.cancel()
        do {
            let recorder = Recorder<Notes>()
            core.add(subscriber: recorder)
            core.remove(subscriber: recorder)
        }
        executor.run()
        for initial in [true, false] {
            let recorder = Recorder<Notes>()
            core.add(subscriber: recorder, initial: initial)
            let token = core.subscribe(to: \.sum, initial: initial) { _ in }
            executor.run()
            withExtendedLifetime((recorder, token)) {}
        }
        core.fire(event: Noted(1))
        executor.run()
        #expect(reports.all.isEmpty)
    }

    @Test("The closing of the core is not reported")
    func closed() {
        let core = Core(state: Notes(), runtime: executor.runtime(report: { [reports] in reports.add($0) }))
        _ = executor.run { await core.close() }
        _ = core.subscribe(to: \.sum) { _ in }
        core.add(subscriber: Recorder<Notes>())
        executor.run()
        #expect(reports.all.isEmpty)
    }
}

/// An actor on an executor of the test, with a closure that runs on it.
private actor Room {
    let executor: StepExecutor
    let calls = Locked(0)

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(executor: StepExecutor) { self.executor = executor }

    func subscribe(to core: Core<Notes>) -> Subscription { core.subscribe(to: \.sum) { _ in self.call() } }

    private func call() { calls.withLock { $0 += 1 } }
}
