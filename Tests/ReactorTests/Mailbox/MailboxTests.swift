import Testing

@testable import Reactor

@Suite struct MailboxTests {
    @Test("Posted items leave in the order posted, and a drain is scheduled if none is pending")
    func agrees() {
        MailboxTrial.compare()
    }

    @Test("An emptied batch releases the memory of a burst and retains that of an ordinary load")
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
