/// Events in order: put at the end, moved out from the front.
///
/// Memory of its own and not an array, because an event then moves twice on its way and is copied never: a copy of an
/// existential and its end cost more instructions than everything else the way costs.
struct EventBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<any Event>
    private(set) var capacity: Int
    /// How many were moved out.
    private(set) var head = 0
    /// How many were put in.
    private(set) var end = 0

    /// How many slots an emptied buffer may keep: 160 KiB.
    static let keptCapacity = 4096

    init() {
        capacity = 64
        base = .allocate(capacity: capacity)
    }

    deinit {
        (base + head).deinitialize(count: end - head)
        base.deallocate()
    }

    /// How many wait.
    var count: Int { end - head }

    /// Makes room at the end. Whoever asks puts an event there before anything else is done with the buffer.
    @inline(__always)
    mutating func nextSlot() -> UnsafeMutablePointer<any Event> {
        if end == capacity { grow() }
        defer { end += 1 }
        return base + end
    }

    /// Moves the next event out. There must be one.
    @inline(__always)
    mutating func removeFirst() -> any Event {
        defer { head += 1 }
        return (base + head).move()
    }

    /// Hands over the next `count` events: whoever takes them moves every one out.
    @inline(__always)
    mutating func removeFirst(_ count: Int) -> UnsafeMutableBufferPointer<any Event> {
        defer { head += count }
        return UnsafeMutableBufferPointer(start: base + head, count: count)
    }

    /// Makes an emptied buffer ready again; gives back the memory of a burst.
    mutating func reset() {
        head = 0
        end = 0
        guard capacity > EventBuffer.keptCapacity else { return }
        base.deallocate()
        capacity = 64
        base = .allocate(capacity: capacity)
    }

    private mutating func grow() {
        capacity *= 2
        let larger = UnsafeMutablePointer<any Event>.allocate(capacity: capacity)
        (larger + head).moveInitialize(from: base + head, count: end - head)
        base.deallocate()
        base = larger
    }
}
