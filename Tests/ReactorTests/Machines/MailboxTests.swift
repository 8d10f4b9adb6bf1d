import Testing

@testable import Reactor

@Suite struct MailboxTests {
    private func numbers(_ batch: Batch) -> [Int] { batch.events.compactMap { ($0 as? Numbered)?.number } }

    @Test("Whatever is posted comes out in the order posted, and a drain is scheduled when none is pending")
    func agrees() {
        MailboxTrial.compare()
    }

    @Test("An operation keeps its place among the events")
    func operationsKeepTheirPlace() throws {
        let mailbox = Mailbox(highWater: nil)
        mailbox.post(Numbered(number: 1))
        mailbox.post(.cancel(.all))
        mailbox.post(Numbered(number: 2))
        var batch = Batch()
        #expect(mailbox.take(into: &batch, isDrain: true))
        #expect(numbers(batch) == [1, 2])
        #expect(batch.marks.map(\.position) == [1])
    }

    @Test("An empty group keeps its place too")
    func emptyGroup() {
        let mailbox = Mailbox(highWater: nil)
        mailbox.post([], isGroup: true, cause: nil)
        var batch = Batch()
        #expect(mailbox.take(into: &batch, isDrain: true))
        #expect(batch.events.isEmpty && batch.marks.count == 1)
    }

    @Test("A reader that finds nothing does not end the pending drain")
    func readersDoNotEndDrains() {
        let wakes = Guarded(0)
        let mailbox = Mailbox(highWater: nil)
        mailbox.connect { wakes.withLock { $0 += 1 } }
        mailbox.post(Numbered(number: 1))
        var batch = Batch()
        _ = mailbox.take(into: &batch, isDrain: false)
        batch.clear()
        #expect(!mailbox.take(into: &batch, isDrain: false))
        mailbox.post(Numbered(number: 2))
        #expect(wakes.withLock { $0 } == 1)
    }

    @Test("High water is told again after it has fallen below, also in the middle of a batch")
    func highWaterIsToldAgain() {
        let told = Guarded([Int]())
        let mailbox = Mailbox(highWater: HighWater(count: 2) { count in told.withLock { $0.append(count) } })
        for number in 1...3 { mailbox.post(Numbered(number: number)) }
        #expect(told.withLock { $0 } == [2])
        var batch = Batch()
        _ = mailbox.take(into: &batch, isDrain: true)
        mailbox.remaining(1)
        mailbox.post(Numbered(number: 4))
        #expect(told.withLock { $0 } == [2, 2])
    }

    @Test("An emptied batch gives back the memory of a burst and keeps that of an ordinary load")
    func burstsAreForgotten() {
        var batch = Batch()
        for number in 0..<100 { batch.events.append(Numbered(number: number)) }
        batch.clear()
        #expect(batch.isEmpty && batch.events.capacity >= 100)
        for number in 0...Batch.keptCapacity { batch.events.append(Numbered(number: number)) }
        batch.clear()
        #expect(batch.isEmpty && batch.events.capacity <= Batch.keptCapacity)
    }
}
