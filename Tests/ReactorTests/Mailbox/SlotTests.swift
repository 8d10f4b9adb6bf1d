import ReactorTesting
import Testing

@testable import Reactor

@Suite("Room for one value")
struct SlotTests {
    @Test("A value whose last bytes are padding moves from slot to slot, and no byte outside of the slot is written")
    func padded() async {
        await #expect(processExitsWith: .success) {
            // After each slot there is a block of another size. The allocator stores that size next to it, and ends the program
            // if it finds a different one.
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
