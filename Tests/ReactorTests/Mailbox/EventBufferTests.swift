import Testing

@testable import Reactor

@Suite struct EventBufferTests {
    @Test("Whatever is put in comes out once and in order, and is released once")
    func agrees() {
        EventBufferTrial.compare()
    }

    @Test("Events come out in the order put in, one by one and many at once")
    func order() {
        var buffer = EventBuffer()
        for number in 1...5 { buffer.append(Numbered(number: number)) }
        let first = Numbered.number(of: buffer.removeFirst())
        let numbers = Numbered.numbers(of: buffer.removeFirst(atMost: 3))
        let last = Numbered.number(of: buffer.removeFirst())
        #expect(first == 1 && numbers == [2, 3, 4] && last == 5)
    }

    @Test("A buffer that grows keeps what waits where it is, also when some were taken")
    func growth() {
        let chunk = EventBuffer.chunkLength
        var buffer = EventBuffer()
        for number in 1...chunk { buffer.append(Numbered(number: number)) }
        for _ in 1...10 { _ = buffer.removeFirst() }
        buffer.append(Numbered(number: chunk + 1))
        let capacity = buffer.capacity
        let first = Numbered.numbers(of: buffer.removeFirst(atMost: chunk))
        let second = Numbered.numbers(of: buffer.removeFirst(atMost: buffer.count))
        #expect(capacity == 2 * chunk && first.count == chunk - 10 && first + second == Array(11...chunk + 1))
    }

    @Test(
        "An emptied buffer keeps the memory of an ordinary load",
        arguments: [EventBuffer.chunkLength, EventBuffer.chunkLength + 1, EventBuffer.keptCapacity])
    func keepsOrdinary(count: Int) {
        let capacities = capacitiesAround(count)
        #expect(capacities.before >= count && capacities.after == capacities.before)
    }

    @Test("An emptied buffer gives back the memory of a burst")
    func givesBack() {
        let capacities = capacitiesAround(EventBuffer.keptCapacity + 1)
        #expect(capacities.before > EventBuffer.keptCapacity && capacities.after == EventBuffer.keptCapacity)
    }

    private func capacitiesAround(_ count: Int) -> (before: Int, after: Int) {
        var buffer = EventBuffer()
        for number in 0..<count { buffer.append(Numbered(number: number)) }
        for _ in 0..<count { _ = buffer.removeFirst() }
        let before = buffer.capacity
        buffer.reset()
        return (before, buffer.capacity)
    }

    @Test("A buffer that goes away releases what waits in it, and nothing that was taken")
    func releases() {
        let alive = Guarded(0)
        var taken: (any Event)?
        do {
            var buffer = EventBuffer()
            for number in 1...100 { buffer.append(CountedEvent(number: number, alive: alive)) }
            taken = buffer.removeFirst()
            #expect(alive.withLock { $0 } == 100)
        }
        #expect((taken as? CountedEvent)?.number == 1 && alive.withLock { $0 } == 1)
        taken = nil
        #expect(alive.withLock { $0 } == 0)
    }
}
