import ReactorTesting
import TestSupport
import Testing

@testable import Reactor

@Suite("Waiting for subscribers")
struct WaitingForSubscribersTests {
    @Test("close returns after a slow subscriber was told the last state")
    func closeWaits() async {
        let core = Core(state: Notes())
        let recorder = Recorder<[Int]>(gate: Gate<Void>())
        core.add(subscriber: recorder, selecting: \.numbers, tellsCurrent: false)
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

    @Test("Whoever outlived the update it was started in excuses no later update")
    func pastUpdatesExcuseNobody() async {
        let gate = Gate<Void>()
        let selection = Selection<Int>(source: .offset(0), keyPath: nil, isEqual: nil, isEvery: true)
        let inbox = Inbox<Int>(
            selection: selection, subscriber: nil, delivery: .every, tellsCurrent: true, report: { _ in },
            name: { "inbox" }, isThere: { true }, tell: { _, _ in await gate.wait() })
        let pump = withUnsafePointer(to: 1) { inbox.offer($0, previous: nil, isEqual: nil) }
        _ = withUnsafePointer(to: 2) { inbox.offer($0, previous: nil, isEqual: nil) }
        let running = Task { await pump?.run() }
        await gate.arrived(1)
        #expect(inbox.excuse(turn: 1))
        inbox.endExcuse()
        gate.letThrough()
        await gate.arrived(2)
        #expect(!inbox.excuse(turn: 1))
        #expect(inbox.excuse(turn: 2))
        inbox.endExcuse()
        gate.open()
        await running.value
        #expect(!inbox.excuse(turn: 2))
    }
}
