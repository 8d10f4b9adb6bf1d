import Testing

@testable import Reactor

@Suite struct MailboxTests {
    @Test("Whatever is posted comes out in the order posted, and a drain is scheduled when none is pending")
    func agrees() {
        MailboxTrial.compare()
    }

    @Test("An operation keeps its place among the events")
    func operationsKeepTheirPlace() throws {
        let mailbox = Mailbox(highWater: nil)
        mailbox.post(Numbered(number: 1))
        mailbox.post(.cancel(.id("all")))
        mailbox.post(Numbered(number: 2))
        var batch = Batch()
        let isTaken = mailbox.take(into: &batch, isDrain: true)
        let positions = batch.notes.map(\.position)
        #expect(isTaken && positions == [1])
        let items = batch.takeAll()
        #expect(items == [.event(1), .operation("all", cause: nil), .event(2)])
    }

    @Test("An empty group keeps its place too")
    func emptyGroup() {
        let mailbox = Mailbox(highWater: nil)
        mailbox.post([], isGroup: true, cause: nil)
        var batch = Batch()
        let isTaken = mailbox.take(into: &batch, isDrain: true)
        let items = batch.takeAll()
        #expect(isTaken && items == [.group([], isGroup: true, cause: nil)])
    }

    @Test("A reader that finds nothing does not end the pending drain")
    func readersDoNotEndDrains() {
        let wakes = Guarded(0)
        let mailbox = Mailbox(highWater: nil)
        mailbox.connect { wakes.withLock { $0 += 1 } }
        mailbox.post(Numbered(number: 1))
        var batch = Batch()
        _ = mailbox.take(into: &batch, isDrain: false)
        _ = batch.takeAll()
        let isTaken = mailbox.take(into: &batch, isDrain: false)
        #expect(!isTaken)
        mailbox.post(Numbered(number: 2))
        #expect(wakes.withLock { $0 } == 1)
    }

    @Test("High water is reported again after it has fallen below, also in the middle of a batch")
    func highWaterIsReportedAgain() {
        let delivered = Guarded([Int]())
        let mailbox = Mailbox(highWater: HighWater(count: 2) { count in delivered.withLock { $0.append(count) } })
        for number in 1...3 { mailbox.post(Numbered(number: number)) }
        #expect(delivered.withLock { $0 } == [2])
        var batch = Batch()
        _ = mailbox.take(into: &batch, isDrain: true)
        mailbox.remaining(1)
        mailbox.post(Numbered(number: 4))
        #expect(delivered.withLock { $0 } == [2, 2])
    }

    @Test("High water is reported again after a reader took everything")
    func readersLowerTheTide() {
        let delivered = Guarded([Int]())
        let mailbox = Mailbox(highWater: HighWater(count: 2) { count in delivered.withLock { $0.append(count) } })
        for number in 1...2 { mailbox.post(Numbered(number: number)) }
        var batch = Batch()
        _ = mailbox.take(into: &batch, isDrain: false)
        _ = batch.takeAll()
        #expect(mailbox.count == 0)
        for number in 3...4 { mailbox.post(Numbered(number: number)) }
        #expect(delivered.withLock { $0 } == [2, 2])
    }

    @Test("An emptied batch gives back the memory of a burst and keeps that of an ordinary load")
    func burstsAreForgotten() {
        func used(_ count: Int) -> (isEmpty: Bool, events: Int, marks: Int) {
            var batch = Batch()
            for number in 0..<count {
                batch.append(.operation(.close, cause: nil))
                batch.events.append(Numbered(number: number))
            }
            _ = batch.takeAll()
            return (batch.isEmpty, batch.events.capacity, batch.notes.capacity)
        }
        let ordinary = used(100)
        #expect(ordinary.isEmpty && ordinary.events >= 100 && ordinary.marks >= 100)
        let burst = used(EventBuffer.keptCapacity + 1)
        #expect(burst.isEmpty && burst.events <= EventBuffer.keptCapacity && burst.marks <= EventBuffer.keptCapacity)
    }
}
