import Reactor
import Testing

@Suite("Waiting for subscribers")
struct WaitingForSubscribersTests {
    @Test("close returns after a slow subscriber was told the last state")
    func closeWaits() async {
        let core = Core(state: Notes())
        let recorder = Recorder<[Int]>(gate: Gate())
        core.add(subscriber: recorder, selecting: \.numbers, tellsCurrent: false)
        core.fire(event: Noted(1))
        await recorder.gate.arrived()
        core.fire(event: Noted(2))
        let runs = Gate()
        let isCancelled = Gate()
        let handle = core.perform { _ in
            await withTaskCancellationHandler { await runs.pass() } onCancel: { runs.open() }
            isCancelled.arrive()
        }
        await runs.arrived()
        let isClosed = Locked(false)
        let closing = Task {
            await core.close()
            isClosed.withLock { $0 = true }
        }
        // Cancelled by the close: from here on nothing holds it up but the subscriber.
        await isCancelled.arrived()
        _ = await handle.outcome
        for _ in 0..<100 { _ = await core.counts }
        #expect(!isClosed.copy)
        recorder.gate.open()
        await closing.value
        #expect(recorder.values == [[1], [1, 2]])
    }

    @Test("A task that outlives the update it was started in excuses no later update")
    func tasksOutliveUpdates() async {
        let core = Core(state: Notes())
        let outlives = Gate()
        let second = Gate()
        let waits = Gate()
        let task = Locked<Task<Void, Never>?>(nil)
        let subscription = core.subscribe(to: \.numbers, tellsCurrent: false) { numbers in
            if numbers == [1] {
                task.withLock {
                    $0 = Task {
                        await outlives.pass()
                        waits.arrive()
                        await core.settled()
                    }
                }
            } else {
                await second.pass()
            }
        }
        core.fire(event: Noted(1))
        await core.settled()
        core.fire(event: Noted(2))
        await second.arrived()
        let isSettled = Locked(false)
        let settling = Task {
            await core.settled()
            isSettled.withLock { $0 = true }
        }
        outlives.open()
        await waits.arrived()
        // Whatever the task's settled() does to the wait of the other has its turn before this read.
        _ = await core.counts
        #expect(!isSettled.copy)
        second.open()
        await settling.value
        await task.copy?.value
        subscription.cancel()
    }
}
