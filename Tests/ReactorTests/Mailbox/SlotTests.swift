import ReactorTesting
import Testing

@testable import Reactor

@Suite("Room for one value")
struct SlotTests {
    @Test("A value that is put in is lent, and taken out again")
    func oneValue() {
        let slot = Slot<String>()
        let isFullAtFirst = slot.isFull
        slot.fill("a")
        let (isFull, lent) = (slot.isFull, slot.value)
        let taken = slot.take()
        let isFullInTheEnd = slot.isFull
        #expect(!isFullAtFirst && isFull && lent == "a" && taken == "a" && !isFullInTheEnd)
    }

    @Test("A value goes from slot to slot, and is released once: when it is cleared, or with the slot")
    func released() {
        let alive = Guarded(0)
        do {
            let first = Slot<CountedEvent>()
            let second = Slot<CountedEvent>()
            first.fill(CountedEvent(number: 1, alive: alive))
            second.fill(from: first)
            second.fill(from: first)
            let (wasMoved, number) = (!first.isFull, second.value.number)
            #expect(wasMoved && number == 1 && alive.withLock { $0 } == 1)
            second.clear()
            second.clear()
            #expect(alive.withLock { $0 } == 0)
            first.fill(CountedEvent(number: 2, alive: alive))
            #expect(alive.withLock { $0 } == 1)
        }
        #expect(alive.withLock { $0 } == 0)
    }

    @Test("A value whose last bytes are padding goes from slot to slot, and nothing beside the slot is written")
    func padded() async {
        await #expect(processExitsWith: .success) {
            // Behind each slot lies a block of another size. The allocator keeps that size beside it, and ends the program
            // when it finds another one there.
            let rooms = (0..<500).map { number in
                (room: Room(), block: UnsafeMutableRawPointer.allocate(byteCount: 2_000 + 16 * number, alignment: 16))
            }
            for (index, entry) in rooms.enumerated() {
                let other = rooms[(index + 1) % rooms.count].room
                entry.room.slot.fill(Padded(numbers: [1, 2, 3, Float(index)]))
                other.slot.fill(from: entry.room.slot)
                let moved = other.slot.take()
                precondition(moved.numbers.w == Float(index) && moved.isLast)
            }
            for entry in rooms { entry.block.deallocate() }
        }
    }
}

private final class Room {
    let slot = Slot<Padded>()
}

/// 17 bytes, in places that are 32 bytes apart.
private struct Padded {
    var numbers: SIMD4<Float>
    var isLast = true
}
