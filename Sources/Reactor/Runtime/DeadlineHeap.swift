/// A binary heap of keys by their deadlines.
///
/// Setting a key and removing the first key have logarithmic complexity. An outdated entry of a key remains until its
/// old deadline, or until outdated entries are most of the heap.
package struct DeadlineHeap<Key: Hashable & Sendable, Time: Comparable & Sendable>: Sendable {
    private struct Due: Sendable {
        let time: Time
        let key: Key
    }

    private var heap: [Due] = []
    private var times: [Key: Time] = [:]

    package init() {}

    /// The earliest deadline.
    package var first: Time? { heap.first?.time }

    /// Sets the deadline of a key, in place of an earlier one; nil removes the key.
    package mutating func set(_ time: Time?, for key: Key) {
        times[key] = time
        if let time {
            heap.append(Due(time: time, key: key))
            rise(heap.count - 1)
        }
        dropPast()
    }

    /// Removes the keys with a deadline until a time, and returns them in no particular order.
    package mutating func removeAll(until time: Time) -> [Key] {
        var keys: [Key] = []
        while let first = heap.first, first.time <= time {
            if times[first.key] == first.time {
                times[first.key] = nil
                keys.append(first.key)
            }
            removeFirst()
        }
        dropPast()
        return keys
    }

    /// Removes outdated entries from the front, so that the first entry is valid.
    private mutating func dropPast() {
        while let first = heap.first, times[first.key] != first.time { removeFirst() }
        guard heap.count > 2 * times.count + 16 else { return }
        // Most of the heap is outdated. A sorted array is a heap.
        heap = times.map { Due(time: $0.value, key: $0.key) }.sorted { $0.time < $1.time }
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink()
    }

    private mutating func rise(_ start: Int) {
        var index = start
        while index > 0, heap[index].time < heap[(index - 1) / 2].time {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink() {
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[child].time < heap[least].time
            {
                least = child
            }
            guard least != index else { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}
