import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Waiting for subscribers")
struct WaitingForSubscribersTests {
    @Test("close returns after a slow subscriber received the last state")
    func closeWaits() async {
        // Nobody moves its clock, so it waits as long as it has to.
        let core = Core(state: Notes(), runtime: .testing())
        let recorder = Recorder<[Int]>(gate: Gate<Void>())
        core.add(subscriber: recorder, selecting: \.numbers, initial: false)
        core.fire(event: Noted(1))
        await recorder.gate.arrived()
        core.fire(event: Noted(2))
        let runs = Gate<Void>()
        let isCancelled = Gate<Void>()
        let handle = core.perform { _ in
            await withTaskCancellationHandler {
                await runs.wait()
            } onCancel: {
                runs.open()
            }
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
}
