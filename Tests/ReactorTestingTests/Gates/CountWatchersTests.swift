import Reactor
import Testing

@testable import ReactorTesting

@Suite("Who waits for a number")
struct CountWatchersTests {
    private let watchers = Guarded(CountWatchers())
    private let added = Gate<Void>()

    /// Waits for a number, and gives whether it was reached.
    private func wait(_ id: Int, for count: Int) -> Task<Bool, Never> {
        Task { [watchers, added] in
            await withCheckedContinuation { continuation in
                watchers.withLock { $0.add(id, for: count, continuation) }
                added.arrive()
            }
        }
    }

    @Test("Those go on whose number is reached; one that is cancelled goes on without it, and nobody else")
    func cancelled() async {
        let ids = (0..<3).map { _ in watchers.withLock { $0.makeID() } }
        let waiting = ids.enumerated().map { index, id in wait(id, for: index + 1) }
        await added.arrived(3)
        for waking in watchers.withLock({ $0.take { $0 == 1 } }) { waking() }
        #expect(await waiting[0].value)
        for waking in watchers.withLock({ $0.cancel(ids[1]) }) { waking() }
        #expect(await !waiting[1].value)
        let left = watchers.withLock { $0.take { _ in true } }
        #expect(left.count == 1)
        for waking in left { waking() }
        #expect(await waiting[2].value)
    }

    @Test("One that was cancelled before it came goes on at once, with what is so then")
    func cancelledBefore() async {
        for isReached in [true, false] {
            let id = watchers.withLock { $0.makeID() }
            #expect(watchers.withLock { $0.cancel(id) }.isEmpty)
            let waiting = wait(id, for: 1)
            await added.arrived(isReached ? 1 : 2)
            for waking in watchers.withLock({ $0.take { _ in isReached } }) { waking() }
            #expect(await waiting.value == isReached)
        }
    }
}
